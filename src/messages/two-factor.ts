/** The second step of a sign-in. */
export const twoFactorText = {
  title: 'Second step',
  tokenIntro: 'Give the code that your authenticator shows now.',
  recoveryIntro: 'Give one of the recovery codes that you kept. Each works once.',
  token: 'Code',
  recovery: 'Recovery code',
  useToken: 'Use a code of the authenticator',
  useRecovery: 'Use a recovery code',
  submit: 'Continue',
  submitting: 'Checking the code',
  wrongToken: 'This code is not valid. Wait for the next one and try again.',
  wrongRecovery: 'This recovery code is not valid, or was used already.',
}
