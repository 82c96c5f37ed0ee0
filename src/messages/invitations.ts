/** Taking up an invitation. */
export const invitationText = {
  title: 'Invitation',
  /** Key of the catalogue: an invitation that is invalid or expired (spec 1 §8). */
  invalid: 'The invitation is invalid or has expired',
  invalidDetail: 'It may have been used or withdrawn. Ask whoever sent it for a new one.',
  fleetAccepted: (name: string) => `You have access to ${name} now`,
  organizationAccepted: (name: string) => `You are a member of ${name} now`,
  failed: 'The invitation could not be accepted',
}
