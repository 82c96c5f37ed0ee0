/** Signing in with another service, on the sign-in page. */
export const socialText = {
  otherWays: 'Other ways to sign in',
  or: 'or continue with',
  continueWith: (provider: string) => `Continue with ${provider}`,
  withOrganization: 'Your organization',
  ofAnother: 'This account belongs to another user here. You are still signed in as before.',
}
