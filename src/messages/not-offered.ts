/** What some platforms do not have, as it is named in a sentence, where people look for it. */
export const notOfferedText = {
  title: 'Not offered here',
  goHome: 'Go home',
  detail: (what: string) => `This platform does not offer ${what}.`,
  what: {
    billing: 'billing',
    builds: 'builds from a repository: push a release with the command line instead',
    codeHosts: 'sign-in with another account',
    credits: 'credits',
    diagnostics: 'diagnostics of devices',
    fleetMembers: 'members of single fleets',
    invitations: 'invitations',
    location: 'locations of devices',
    oauthApplications: 'sign-in to other applications',
    passwordReset: 'password reset emails: ask its administrator',
    profile: 'profiles',
    signUp: 'sign-up: ask its administrator for an account',
    singleSignOn: 'single sign-on',
    support: 'a support portal',
    teams: 'teams',
    twoFactor: 'two-factor authentication',
  },
} as const
