import { api } from '@/api/api.ts'
import { InvitationError, InvitationOfAnother, invitationLoader } from '@/domain/access/accept-invitation.tsx'
import { paths } from '@/lib/paths.ts'
import { invitationText } from '@/messages/invitations.ts'

/** Accepts an invitation to a fleet and redirects to the fleets. */
export const loader = invitationLoader({
  accept: (token) => api().services.done('post', '/user/v1/invitation/{token}', { path: { token } }),
  leadsTo: paths.fleets(),
  accepted: invitationText.fleetAccepted,
})

/** Only shown if someone else was invited; otherwise the loader redirects. */
export const Component = InvitationOfAnother

export const ErrorBoundary = InvitationError
