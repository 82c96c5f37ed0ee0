import { api } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { invitationText } from '@/messages/access/invitations.ts'
import {
  InvitationError,
  InvitationOfAnother,
  invitationLoader,
} from '@/widgets/access/accept-invitation.tsx'

/** Accepts an invitation to a fleet and redirects to the fleets. */
export const loader = invitationLoader({
  accept: (token) => api().services.done('post', '/user/v1/invitation/{token}', { path: { token } }),
  leadsTo: paths.fleets(),
  accepted: invitationText.fleetAccepted,
})

/** Only shown if someone else was invited; otherwise the loader redirects. */
export const Component = InvitationOfAnother

export const ErrorBoundary = InvitationError
