/** Confirming one's identity before a sensitive action. */
export const reverificationText = {
  title: 'Confirm your identity',
  why: 'Your last sign-in was more than 20 minutes ago. This action needs a recent one.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  passwordNotSet: 'Your account has no password',
  wrongPassword: 'The password is wrong.',
  confirm: 'Confirm',
  with: (provider: string) => `Confirm with ${provider}`,
  socialNote: 'You return to this page afterwards.',
  noWay:
    'Your account has neither a password nor a linked account to confirm with. Sign out and sign in again, then retry.',
  loadFailed: 'Your account could not be loaded',
  notConfirmed: 'Nothing was changed, because your identity was not confirmed.',
}

export const providerNames: Readonly<Record<string, string>> = {
  github: 'GitHub',
  google: 'Google',
  saml: 'SAML',
}
