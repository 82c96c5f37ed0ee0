export const resetText = {
  title: 'Reset your password',
  intro: 'We send a link to this email with which you can set a new password.',
  submit: 'Send the link',
  submitting: 'Sending the link',
  sentTitle: 'Look into your mailbox',
  sent: 'If there is an account with this email, a link to set a new password is on its way. It works for a day.',
  notArrived: 'Nothing arrived? Look into the junk folder, or send the link again.',
  sendAgain: 'Send it again',
  setTitle: 'Set a new password',
  set: 'Set password',
  setting: 'Setting your password',
  code: 'Code of your authenticator',
  codeNeeded: 'Your account has two-factor authentication: give a code of your authenticator too.',
  done: 'Your password was changed',
  signInWith: 'Sign in with your new password.',
  problems: {
    TwoFactorCodeRequired: 'Give a code of your authenticator.',
    TwoFactorCodeInvalid: 'This code is not valid. Wait for the next one and try again.',
    ResetCodeExpired: 'This link has expired. Ask for another one.',
    ResetCodeInvalid: 'This link is not valid, or was used already. Ask for another one.',
  },
  askAgain: 'Ask for another link',
}

/** A password that is longer than new ones may be. */
export const forcedPasswordText = {
  title: 'Choose a shorter password',
  why: 'Passwords may have at most 64 characters now, and yours has more. Choose another one to go on.',
  current: 'Current password',
  wrongPassword: 'This is not your current password.',
  submit: 'Change password',
  submitting: 'Changing your password',
  done: 'Your password was changed',
}
