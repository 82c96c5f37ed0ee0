import { api } from '@/api/api.ts'
import { InvitationError, InvitationOfAnother, invitationLoader } from '@/domain/access/accept-invitation.tsx'
import { paths } from '@/lib/paths.ts'
import { invitationText } from '@/messages/invitations.ts'

/** Takes up an invitation to a fleet and leads to the fleets. */
export const loader = invitationLoader({
  accept: (token) => api().services.done('post', '/user/v1/invitation/{token}', { path: { token } }),
  leadsTo: paths.fleets(),
  accepted: invitationText.fleetAccepted,
})

/** Shown only where somebody else was invited: otherwise the loader leads on. */
export const Component = InvitationOfAnother

export const ErrorBoundary = InvitationError
