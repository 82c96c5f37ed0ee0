import { api } from '@/api/api.ts'
import { InvitationError, InvitationOfAnother, invitationLoader } from '@/domain/access/accept-invitation.tsx'
import { paths } from '@/lib/paths.ts'
import { invitationText } from '@/messages/invitations.ts'

/** Takes up an invitation to an organization and leads to the organizations. */
export const loader = invitationLoader({
  accept: (token) => api().services.done('post', '/org/v1/invitation/{token}', { path: { token } }),
  leadsTo: paths.organizations(),
  accepted: invitationText.organizationAccepted,
})

/** Shown only where somebody else was invited: otherwise the loader leads on. */
export const Component = InvitationOfAnother

export const ErrorBoundary = InvitationError
