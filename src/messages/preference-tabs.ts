/** The tabs of the preferences. They have a file of their own, as the palette shows them too. */
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
