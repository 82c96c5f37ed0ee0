export const resetText = {
  title: 'Reset your password',
  intro: 'We will email you a link to set a new password.',
  submit: 'Send the link',
  submitting: 'Sending the link',
  sentTitle: 'Check your email',
  sent: 'If an account with this email exists, we have sent it a link to set a new password. The link expires in a day.',
  notArrived: 'No email? Check your spam folder, or send the link again.',
  sendAgain: 'Send it again',
  setTitle: 'Set a new password',
  set: 'Set password',
  setting: 'Setting your password',
  code: 'Authenticator code',
  codeNeeded: 'Your account uses two-factor authentication. Enter a code from your authenticator app too.',
  done: 'Password changed',
  signInWith: 'Sign in with your new password.',
  problems: {
    TwoFactorCodeRequired: 'Enter a code from your authenticator app.',
    TwoFactorCodeInvalid: 'This code is invalid. Wait for the next one and try again.',
    ResetCodeExpired: 'This link has expired. Request a new one.',
    ResetCodeInvalid: 'This link is invalid or was already used. Request a new one.',
  },
  askAgain: 'Request a new link',
}

/** Replacing a password that is longer than now allowed. */
export const forcedPasswordText = {
  title: 'Choose a shorter password',
  why: 'Passwords can have at most 64 characters, and yours is longer. Choose another one to continue.',
  current: 'Current password',
  wrongPassword: 'The current password is wrong.',
  submit: 'Change password',
  submitting: 'Changing your password',
  done: 'Password changed',
}
