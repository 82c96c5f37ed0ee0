/** Letting the command-line tool in. */
export const cliText = {
  title: 'Let the command-line tool in',
  question: (username: string) => `A command-line tool on this computer asks to act as ${username}.`,
  warning: 'Authorize it only if you have just started its sign-in yourself.',
  target: 'It listens at',
  authorize: 'Authorize',
  sending: 'Telling the command-line tool',
  cancel: 'Cancel',
}

/** Letting another application act for a person. */
export const oauthText = {
  title: (name: string) => `Let ${name} in`,
  question: (name: string, username: string) => `${name} asks to act for you, ${username}.`,
  leadsTo: 'Then you go to',
  allow: 'Authorize',
  allowing: 'Authorizing',
  cancel: 'Cancel',
  known: 'You have authorized it before.',
  unknownTitle: 'Unknown application',
  unknown: 'The platform knows no such application, or it names no address to come back to.',
  goHome: 'Go home',
}

/** The support portal knows who comes by a signed token. */
export const portalText = {
  title: 'To the support portal',
  leaving: 'Taking you to the support portal.',
  goOn: 'Continue',
  failedTitle: 'Support portal',
  noAccess:
    'You have no access to the support portal. It needs a verified email and a plan with private support.',
  unknown: 'The support portal could not be opened for a reason that is not known. Try again later.',
  goHome: 'Go home',
}
