import { plural } from '@/lib/format.ts'
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
  codesLeft: (left: number) =>
    left === 0
      ? 'This was your last recovery code'
      : plural(left, { one: 'You have 1 recovery code left', other: `You have ${left} recovery codes left` }),
  fewLeft: 'Create new ones in your preferences, under two-factor authentication.',
  wrongRecovery: 'This recovery code is invalid or was already used.',
}
