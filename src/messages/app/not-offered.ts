/** Features that some platforms do not have, as they are named in a sentence. */
export const notOfferedText = {
  title: 'Not available',
  goHome: 'Go home',
  detail: (what: string) => `This platform does not support ${what}.`,
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
