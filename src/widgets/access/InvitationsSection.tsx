import { useState } from 'react'
import { api } from '@/api/api.ts'
import { dataRequest, sendRequests } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { commonText } from '@/messages/common/common.ts'
import { memberText as text } from '@/messages/fleets/fleet-members.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'
import { QueryFallback, type QueryFallbackProps } from '@/widgets/query-states/QueryFallback.tsx'
import { usePeopleChange } from './use-people-change.ts'
import styles from './AccessTable.module.css'

/** A pending invitation. */
export interface PendingInvitation {
  id: number
  email: string
  /** The role as a label. */
  role: string
  message: string | null
}

export interface InvitationsSectionProps {
  /** The resource of the invitations. */
  resource: 'application_invite' | 'organization_invite'
  invitations: readonly PendingInvitation[]
  /** The read of the invitations: until it has succeeded once, it stands for them. */
  query: QueryFallbackProps['query'] & { data: unknown }
  whyNotManage: string | undefined
  /** The request that invites the same person again, with the same role; undefined while that is not known. */
  inviteAgain: (invitation: PendingInvitation) => PlatformCall | undefined
  empty?: string
}

/** Pending invitations, with actions to revoke them and to send them again. */
export function InvitationsSection({
  resource,
  invitations,
  query,
  whyNotManage,
  inviteAgain,
  empty = text.noInvitations,
}: InvitationsSectionProps) {
  const apply = usePeopleChange()
  const [revoking, setRevoking] = useState<PendingInvitation | null>(null)
  const [resending, setResending] = useState<PendingInvitation | null>(null)
  const columns = text.invitationColumns
  return (
    <Panel title={text.invitations} flush>
      {query.data === undefined ? (
        <div className={styles.none}>
          <QueryFallback
            query={query}
            label={text.invitations}
            failed={text.invitationsFailed}
            lines={2}
            compact
          />
        </div>
      ) : invitations.length === 0 ? (
        <p className={styles.none}>{empty}</p>
      ) : (
        <TableFrame label={text.invitationsTable} stacks>
          <TableHead columns={[columns.email, columns.role, columns.message, { end: columns.actions }]} />
          <tbody>
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <td role="rowheader" data-wide>
                  {invitation.email}
                </td>
                <td>{invitation.role}</td>
                <td data-wide className={styles.message}>
                  {invitation.message ?? '–'}
                </td>
                <td data-align="end">
                  <Button
                    size="s"
                    aria-label={text.resend(invitation.email)}
                    reason={whyNotManage ?? (inviteAgain(invitation) ? undefined : commonText.loading)}
                    onClick={() => setResending(invitation)}
                  >
                    {text.resendShort}
                  </Button>{' '}
                  <Button
                    size="s"
                    aria-label={text.revoke(invitation.email)}
                    reason={whyNotManage}
                    onClick={() => setRevoking(invitation)}
                  >
                    {text.revokeShort}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
      {resending && (
        <ResendDialog
          resource={resource}
          invitation={resending}
          again={inviteAgain(resending)}
          onClose={() => setResending(null)}
        />
      )}
      {revoking && (
        <RemovalDialog
          rows={{ resource, id: revoking.id }}
          onClose={() => setRevoking(null)}
          title={text.revokeTitle}
          confirmLabel={text.revokeConfirm}
          onConfirm={(remove) => apply(remove, text.revoked(revoking.email))}
        >
          <p>{text.revokeBody(revoking.email)}</p>
        </RemovalDialog>
      )}
    </Panel>
  )
}

interface ResendDialogProps {
  resource: InvitationsSectionProps['resource']
  invitation: PendingInvitation
  again: PlatformCall | undefined
  onClose: () => void
}

/**
 * Sends an invitation again: the platform emails its link only when it is created, so it is revoked and created again, and the
 * earlier link stops working.
 */
function ResendDialog({ resource, invitation, again, onClose }: ResendDialogProps) {
  const apply = usePeopleChange()
  // By a filter, so that it can be repeated if only the second request fails.
  const revoke = dataRequest('delete', { resource, filter: `id eq ${invitation.id}` })
  const calls = again === undefined ? [] : [revoke, again]
  return (
    <ConfirmDialog
      onClose={onClose}
      title={text.resendTitle}
      confirmLabel={text.resendConfirm}
      describeError={errorMessage}
      onConfirm={() => apply(() => sendRequests(api().data, calls), text.resent(invitation.email))}
    >
      <p>{text.resendBody(invitation.email)}</p>
      <EquivalentCommand {...platformCommands(null, ...calls)} />
    </ConfirmDialog>
  )
}
