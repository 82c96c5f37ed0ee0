/** The tabs of the preferences, in a file of their own because the command palette lists them too. */
export const preferenceTabText = {
  title: 'Preferences',
  tabs: 'Preferences sections',
  details: 'Account details',
  sshKeys: 'SSH keys',
  accessTokens: 'Access tokens',
  profile: 'Profile',
  twoFactor: 'Two-factor authentication',
  display: 'Display',
}
