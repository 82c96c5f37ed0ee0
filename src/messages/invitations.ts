/** Taking up an invitation. */
export const invitationText = {
  title: 'Invitation',
  /** Key of the catalogue: an invitation that is invalid or expired. */
  invalid: 'The invitation is invalid or has expired',
  invalidDetail: 'It may have been used or withdrawn. Ask whoever sent it for a new one.',
  fleetAccepted: (name: string) => `You have access to ${name} now`,
  organizationAccepted: (name: string) => `You are a member of ${name} now`,
  alreadyMember: (name: string) => `You are a member of ${name} already`,
  alreadyMemberDetail: 'The invitation was not used.',
  otherTitle: 'This invitation is not for this account',
  other: (name: string, username: string) =>
    `You are signed in as ${username}, and the invitation to ${name} was sent to another email address.`,
  otherHint: 'Sign out and go on with the account of that address, or create one.',
  signOut: 'Sign out and go on',
  stay: (username: string) => `Stay signed in as ${username}`,
  failed: 'The invitation could not be accepted',
}
