export const signInText = {
  skipToForm: 'Skip to the sign-in form',
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  invalidEmail: 'Enter a valid email address, such as name@example.com',
  wrongCredentials: 'Invalid login credentials',
  ended: {
    expired: 'Your authentication token has expired. Sign in again.',
    invalid: 'Your session has expired. Sign in again.',
    gone: 'You were signed out in another tab.',
  },
  signingIn: 'Signing in',
  createAccount: 'Create an account',
  forgotPassword: 'Forgot your password?',
  backToSignIn: 'Back to sign-in',
}
