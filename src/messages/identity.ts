/** Confirming who one is before something sensitive. */
export const reverificationText = {
  title: 'Confirm that it is you',
  why: 'Your last sign-in is more than 20 minutes ago. This needs a fresh one.',
  password: 'Password',
  passwordMissing: 'Type your password.',
  passwordNotSet: 'You have no password to confirm with',
  wrongPassword: 'This is not your password.',
  confirm: 'Confirm',
  with: (provider: string) => `Confirm with ${provider}`,
  socialNote: 'You come back to this page afterwards.',
  noWay:
    'Your account has neither a password nor a linked account to confirm with. Sign out and sign in again, then repeat this.',
  loadFailed: 'Your account could not be loaded',
  notConfirmed: 'Nothing was done, as you did not confirm that it is you.',
}

export const providerNames: Readonly<Record<string, string>> = {
  github: 'GitHub',
  google: 'Google',
  saml: 'SAML',
}
