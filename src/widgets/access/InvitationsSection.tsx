import { useState } from 'react'
import { memberText as text } from '@/messages/fleets/fleet-members.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'
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
  whyNotManage: string | undefined
  empty?: string
}

/** Pending invitations, with actions to revoke them. */
export function InvitationsSection({
  resource,
  invitations,
  whyNotManage,
  empty = text.noInvitations,
}: InvitationsSectionProps) {
  const apply = usePeopleChange()
  const [revoking, setRevoking] = useState<PendingInvitation | null>(null)
  const columns = text.invitationColumns
  return (
    <Panel title={text.invitations} flush>
      {invitations.length === 0 ? (
        <p className={styles.none}>{empty}</p>
      ) : (
        <TableFrame label={text.invitationsTable} stacks>
          <TableHead columns={[columns.email, columns.role, columns.message, { end: columns.actions }]} />
          <tbody>
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <td data-wide>{invitation.email}</td>
                <td>{invitation.role}</td>
                <td data-wide className={styles.message}>
                  {invitation.message ?? '–'}
                </td>
                <td data-align="end">
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
