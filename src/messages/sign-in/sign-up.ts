export const signUpText = {
  title: 'Create your account',
  password: 'Password',
  newsletter: 'Send me news about the product',
  submit: 'Create account',
  submitting: 'Creating your account',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  emailTaken: 'This email is already in use. Sign in with it, or use another one.',
  invited: (name: string) => `You are invited to ${name}. Creating an account accepts the invitation.`,
  invitationGone: 'The invitation is invalid or has expired. You can create an account without it.',
  notOffered: 'Accounts cannot be created on this platform.',
  samlError: 'Your organization’s identity provider could not sign you in',
}

/** The user profile: second step of the sign-up, and a tab of the preferences. */
export const profileText = {
  title: 'Complete your profile',
  intro: 'Tell us who you are. You can change it later in your preferences.',
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  accountType: 'Type of account',
  accountTypes: { personal: 'Personal', professional: 'Professional' },
  submit: 'Save and continue',
  submitting: 'Saving your profile',
  failed: 'Failed to save profile',
  loadFailed: 'Your profile could not be loaded',
}
