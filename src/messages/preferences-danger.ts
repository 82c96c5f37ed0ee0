/** What cannot be taken back in the account details. */
export const dangerZoneText = {
  panel: 'Danger zone',
  others: 'Other sessions',
  othersHint: 'All other browsers and tools must sign in again. This session is kept.',
  logOutOthers: 'Log me out from other sessions',
  othersEnded: 'Other sessions signed out',
  /** The key is part of the requirements; the words are ours. */
  failed_logout_other_sessions: 'Other sessions could not be signed out',

  delete: 'Delete account',
  deleteHint: 'Deletes your account and everything that only you own. This cannot be undone.',
  contactSales: 'Your plan is not sold online. Contact sales to delete your account.',
  planFailed: 'The organizations to delete could not be loaded',
  title: 'Delete your account?',
  body: 'This cannot be undone.',
  goesAlong:
    'You are the only administrator of these organizations. They are deleted too, with their fleets and devices:',
  setPasswordFirst: 'Set a password first. Deleting an account requires it.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  confirm: 'Delete account',
  steps: 'Steps',
  step: {
    password: 'Verify your password',
    subscriptions: 'Cancel subscriptions',
    organizations: 'Delete organizations',
    account: 'Delete your account',
  },
  status: { pending: 'Pending', 'in-progress': 'In progress', done: 'Done', failed: 'Failed' },
  invalidPassword: 'The password is wrong. Nothing was deleted.',
  contactSupport: 'Contact support if this does not help.',
  deleted: 'Your account was deleted. You are being signed out.',
}
