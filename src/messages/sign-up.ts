export const signUpText = {
  title: 'Create your account',
  password: 'Password',
  newsletter: 'Send me news about the product',
  submit: 'Create account',
  submitting: 'Creating your account',
  haveAccount: 'You have an account already?',
  signIn: 'Sign in',
  emailTaken: 'This email is already taken. Sign in with it, or use another one.',
  invited: (name: string) => `You are invited to ${name}. Creating an account accepts the invitation.`,
  invitationGone: 'The invitation is invalid or has expired. You can create an account without it.',
  notOffered: 'This platform does not offer to create accounts here.',
  samlError: 'Your organization’s identity provider could not sign you in',
}

/** Who the person is: the second half of the sign-up, and a tab of the preferences. */
export const profileText = {
  title: 'Complete your profile',
  intro: 'Tell us who you are. You can change it later in your preferences.',
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  accountType: 'Type of account',
  accountTypes: { personal: 'Personal', professional: 'Professional' },
  submit: 'Save and go on',
  submitting: 'Saving your profile',
  failed: 'Failed to save profile',
  loadFailed: 'Your profile could not be loaded',
}

export const verifyText = {
  title: 'Verify your email',
  sent: (email: string) => `We sent a link to ${email}. Follow it to show that the address is yours.`,
  noAddress: 'We sent you a link. Follow it to show that the address is yours.',
  whatNext: 'This page goes on by itself once you have.',
  again: 'Send the link again',
  request: 'Send a link',
  sending: 'Sending the link',
  requested: 'A new link is on its way. Earlier links no longer work.',
  requestFailed: 'The link could not be sent.',
  verified: 'Your email is verified',
  /** The key is part of the requirements; the words are ours. */
  emailVerificationError: 'Email verification error',
  incompleteLink: 'The link is not whole. Copy all of it from the letter, or ask for another one.',
  issue: 'There was an issue with verifying your email',
  invalidLink: 'The verification link is invalid or has expired. Ask for another one.',
  notice: (email: string) => `Your email ${email} is not verified yet.`,
}
