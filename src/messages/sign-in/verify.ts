/** A verification link for another address than that of the signed-in user. */
export const verifyOtherText = {
  you: 'your account',
  title: (email: string) => `Verify ${email}?`,
  note: (email: string, username: string) =>
    `You are signed in as ${username}, and this link is for ${email}. Following it signs you out and in to the account of that address.`,
  verify: 'Verify and switch accounts',
  verifying: 'Verifying',
  stay: (username: string) => `Stay signed in as ${username}`,
}

export const verifyText = {
  title: 'Verify your email',
  sent: (email: string) => `We sent a link to ${email}. Follow it to verify your email.`,
  noAddress: 'We sent you a link. Follow it to verify your email.',
  whatNext: 'This page continues automatically.',
  again: 'Send the link again',
  request: 'Send a link',
  sending: 'Sending the link',
  requested: 'A new link was sent. Earlier links no longer work.',
  requestFailed: 'The link could not be sent.',
  verified: 'Your email is verified',
  /** The key is part of the requirements; the words are ours. */
  emailVerificationError: 'Email verification error',
  incompleteLink: 'The link is incomplete. Copy all of it from the email, or request a new one.',
  issue: 'There was an issue with verifying your email',
  invalidLink: 'The verification link is invalid or has expired. Request a new one.',
  notice: (email: string) => `Your email ${email} is not verified yet.`,
}
