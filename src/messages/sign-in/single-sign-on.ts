/** The return from another service. */
export const socialCallbackText = {
  callbackTitle: (provider: string) => `Sign in with ${provider}`,
  failed: (provider: string) => `The sign-in with ${provider} failed`,
  requestError: (status: number, why: string) => `Request error: status ${status}. ${why}`,
  refused: (provider: string) => `${provider} did not confirm your identity. Nothing was changed.`,
  linked: (provider: string) => `Your ${provider} account is linked`,
  tryAgain: (provider: string) => `Try again with ${provider}`,
}

/** Signing in with the identity provider of an organization. */
export const samlText = {
  title: 'Sign in with your organization',
  intro: 'Sign in with your organization’s identity provider, without a password here.',
  identifier: 'SSO identifier',
  identifierHint: 'Ask your administrator for it',
  submit: 'Continue',
  submitting: 'Looking up the identifier',
  leavingTitle: 'Redirecting to your organization',
  leaving: (identifier: string) => `You are being redirected to the identity provider “${identifier}”.`,
  proceed: 'Continue',
  problems: {
    unknown_identifier: (identifier: string) =>
      identifier === ''
        ? 'Unknown SSO identifier. Check it with your administrator.'
        : `Unknown SSO identifier “${identifier}”. Check it with your administrator.`,
    login_failed: 'The identity provider did not sign you in. Try again, or ask your administrator.',
    account_mismatch: 'This identity belongs to another account. Nothing was linked.',
    login_required: 'Sign in to your account first, to link it with your organization’s identity.',
    email_mismatch: (own: string, theirs: string) =>
      `The emails do not match: you are signed in as ${own}, and the identity provider knows you as ${theirs}. Nothing was linked.`,
    failed: 'The sign-in could not be completed. Try again.',
  },
  mergeTitle: 'Link your account',
  merge: (email: string) =>
    `An account with the email ${email} already exists. Link it to sign in with your organization’s identity provider.`,
  terms: 'I accept the terms of use of my organization for this account',
  keys: 'I understand that the API keys of this account are deleted',
  termsMissing: 'Accept the terms first',
  keysMissing: 'First confirm that the API keys may be deleted',
  mergeSubmit: 'Link account',
  merging: 'Linking your account',
  merged: 'Account linked to your organization’s identity provider',
  signInFirst: (email: string) => `Sign in as ${email}`,
  signOutFirst: 'Sign in with another account',
  notNow: 'Not now',
}

/** The answer of another party to a sign-in that was not started here. */
export const unexpectedAnswerText = {
  you: 'your account',
  organization: 'identity provider',
  signInTitle: (name: string) => `Sign in with the ${name} account behind this link?`,
  signInNote: (name: string) =>
    `This sign-in with ${name} was not started in this tab. If somebody sent you the link, you would be signed in as whoever they chose.`,
  signIn: 'Sign in',
  linkTitle: (name: string, user: string) => `Link the ${name} account behind this link to ${user}?`,
  linkNote: (name: string) =>
    `This was not started in this tab. Whoever owns that ${name} account can sign in as you afterwards. Go on only if it is yours.`,
  link: (user: string) => `Link to ${user}`,
  busy: 'Please wait',
  cancel: 'Cancel',
}
