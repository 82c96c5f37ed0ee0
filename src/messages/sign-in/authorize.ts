/** Authorizing the command-line tool. */
export const cliText = {
  title: 'Authorize the command-line tool',
  question: (username: string) =>
    `A command-line tool on this computer requests access to your account, ${username}.`,
  warning: 'Authorize it only if you have just started this sign-in yourself.',
  target: 'It listens on',
  authorize: 'Authorize',
  sending: 'Authorizing the command-line tool',
  cancel: 'Cancel',
}

/** Authorizing another application (OAuth). */
export const oauthText = {
  title: (name: string) => `Authorize ${name}`,
  question: (name: string, username: string) => `${name} requests access to your account, ${username}.`,
  allows: (name: string) =>
    `If you authorize it, ${name} can do everything that you can: read and change your organizations, fleets and devices.`,
  leadsTo: 'Redirects to',
  allow: 'Authorize',
  allowing: 'Authorizing',
  cancel: 'Cancel',
  known: 'You have authorized this application before.',
  unknownTitle: 'Unknown application',
  unknown: 'This application does not exist, or it has no redirect address.',
  goHome: 'Go home',
}

/** Redirecting to the support portal with a signed token. */
export const portalText = {
  title: 'Opening the support portal',
  leaving: 'You are being redirected to the support portal.',
  proceed: 'Continue',
  failedTitle: 'Support portal',
  noAccess:
    'You have no access to the support portal. It needs a verified email and a plan with private support.',
  unknown: 'The support portal could not be opened: unknown error. Try again later.',
  goHome: 'Go home',
}
