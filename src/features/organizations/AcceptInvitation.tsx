import { api } from '@/api/api.ts'
import { InvitationError, InvitationOfAnother, invitationLoader } from '@/domain/access/accept-invitation.tsx'
import { paths } from '@/lib/paths.ts'
import { invitationText } from '@/messages/invitations.ts'

/** Accepts an invitation to an organization and redirects to the organizations. */
export const loader = invitationLoader({
  accept: (token) => api().services.done('post', '/org/v1/invitation/{token}', { path: { token } }),
  leadsTo: paths.organizations(),
  accepted: invitationText.organizationAccepted,
})

/** Rendered only if another user was invited; otherwise the loader redirects. */
export const Component = InvitationOfAnother

export const ErrorBoundary = InvitationError
