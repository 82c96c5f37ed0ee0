export const signInText = {
  skipToForm: 'Skip to the sign-in form',
  title: 'Sign in',
  pitch: 'Every device of your fleets in sight: what is wrong, since when, and where.',
  picture: 'A fleet: a mark for each device, and its last day',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  invalidEmail: 'Enter a valid email address, such as name@example.com',
  wrongCredentials: 'Invalid login credentials',
  ended: {
    expired: 'Your authentication token has expired. Sign in again.',
    invalid: 'Your session has expired. Sign in again.',
    gone: 'You were signed out in another tab.',
    acted: 'You no longer act as another user. Sign in with your own account.',
    deleted: 'Your account was deleted. Good-bye, and thank you for using Flotilla.',
  },
  invited: (name: string) =>
    `You are invited to ${name}. Sign in, or create an account, to accept the invitation.`,
  signingIn: 'Signing in',
  createAccount: 'Create an account',
  forgotPassword: 'Forgot your password?',
  backToSignIn: 'Back to sign-in',
}
