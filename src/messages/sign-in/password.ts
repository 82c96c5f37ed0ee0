/** Fields for a new password. */
export const passwordText = {
  new: 'New password',
  again: 'Repeat the new password',
  rule: '8 to 64 characters',
  tooShort: 'Use at least 8 characters',
  tooLong: 'Use at most 64 characters',
  /** The key is part of the requirements; the words are ours. */
  passwords_not_match: 'Passwords don’t match',
  strength: 'Password strength',
  strengths: ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'],
} as const
