/** What cannot be taken back in the account details. */
export const dangerZoneText = {
  panel: 'Danger zone',
  others: 'Other sessions',
  othersHint: 'Every browser and tool that is signed in as you must sign in again. This session stays.',
  logOutOthers: 'Log me out from other sessions',
  othersEnded: 'Your other sessions are ended',
  /** The key is part of the requirements; the words are ours. */
  failed_logout_other_sessions: 'Your other sessions could not be ended',

  delete: 'Delete account',
  deleteHint: 'Your account goes, with all that is yours alone. It cannot be brought back.',
  contactSales: 'Your plan is not sold online. Contact sales to delete your account.',
  planFailed: 'What goes along with your account could not be read',
  title: 'Delete your account?',
  body: 'It cannot be brought back.',
  goesAlong:
    'These organizations have no other administrator. They are deleted too, with all that is theirs:',
  organization: (name: string, applications: number, devices: number) =>
    `${name}: ${applications === 1 ? '1 fleet, app or block' : `${applications} fleets, apps and blocks`} and ${devices === 1 ? '1 device' : `${devices} devices`}`,
  personal: 'your personal organization',
  alsoGone:
    'Your API keys and access tokens stop working, your SSH keys no longer open any device, and you leave every other organization, team and fleet.',
  setPasswordFirst: 'Set a password first: deleting an account asks for it, and you have none.',
  password: 'Password',
  passwordMissing: 'Type your password.',
  confirm: 'Delete account',
  steps: 'Steps',
  step: {
    password: 'Verify your password',
    subscriptions: 'Cancel subscriptions',
    organizations: 'Delete organizations',
    account: 'Delete your account',
  },
  status: { pending: 'Pending', 'in-progress': 'In progress', done: 'Done', failed: 'Failed' },
  invalidPassword: 'This is not your password. Nothing was deleted.',
  contactSupport: 'Contact support if this does not help.',
  deleted: 'Your account is deleted. You are signed out now.',
}
