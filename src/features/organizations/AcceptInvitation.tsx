import { api } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { invitationText } from '@/messages/access/invitations.ts'
import {
  InvitationError,
  InvitationOfAnother,
  invitationLoader,
} from '@/widgets/access/accept-invitation.tsx'

/** Accepts an invitation to an organization and redirects to the organizations. */
export const loader = invitationLoader({
  accept: (token) => api().services.done('post', '/org/v1/invitation/{token}', { path: { token } }),
  leadsTo: paths.organizations(),
  accepted: invitationText.organizationAccepted,
})

/** Rendered only if another user was invited; otherwise the loader redirects. */
export const Component = InvitationOfAnother

export const ErrorBoundary = InvitationError
