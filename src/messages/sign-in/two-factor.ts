/** The second step of a sign-in. */
export const twoFactorText = {
  title: 'Two-factor authentication',
  tokenIntro: 'Enter the code from your authenticator app.',
  recoveryIntro: 'Enter one of your recovery codes. Each works once.',
  token: 'Code',
  recovery: 'Recovery code',
  useToken: 'Use an authenticator code',
  useRecovery: 'Use a recovery code',
  submit: 'Continue',
  submitting: 'Checking the code',
  wrongToken: 'This code is invalid. Wait for the next one and try again.',
  wrongRecovery: 'This recovery code is invalid or was already used.',
}
