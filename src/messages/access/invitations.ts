/** Accepting an invitation. */
export const invitationText = {
  title: 'Invitation',
  /** Key of the catalogue: an invitation that is invalid or expired. */
  invalid: 'The invitation is invalid or has expired',
  invalidDetail: 'It may have been used or revoked. Ask the sender for a new one.',
  fleetAccepted: (name: string) => `You now have access to ${name}`,
  organizationAccepted: (name: string) => `You are now a member of ${name}`,
  alreadyMember: (name: string) => `You are already a member of ${name}`,
  alreadyMemberDetail: 'The invitation was not used.',
  otherTitle: 'This invitation is not for this account',
  other: (name: string, username: string) =>
    `You are signed in as ${username}, and the invitation to ${name} was sent to another email address.`,
  otherHint: 'Sign out and sign in with that account, or create one.',
  signOut: 'Sign out and continue',
  stay: (username: string) => `Stay signed in as ${username}`,
  failed: 'The invitation could not be accepted',
}
