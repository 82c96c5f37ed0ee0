import { useState } from 'react'
import { errorMessage } from '@/domain/error-message.ts'
import { memberText as text } from '@/messages/fleet-members.ts'
import { Button } from '@/ui/Button.tsx'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { Panel } from '@/ui/Panel.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { fleetCommands } from '../fleet-commands.ts'
import styles from './AccessTable.module.css'
import { accessCalls, type Invitation } from './members.queries.ts'
import { roleLabel } from './role-choices.ts'
import { useAccessChange } from './use-access-change.ts'

export interface InvitationsSectionProps {
  invitations: readonly Invitation[]
  whyNotManage: string | undefined
}

/** The invitations that nobody has accepted yet. */
export function InvitationsSection({ invitations, whyNotManage }: InvitationsSectionProps) {
  const apply = useAccessChange()
  const [revoking, setRevoking] = useState<{ id: number; email: string } | null>(null)
  const columns = text.invitationColumns
  return (
    <Panel title={text.invitations} flush>
      {invitations.length === 0 ? (
        <p className={styles.none}>{text.noInvitations}</p>
      ) : (
        <TableFrame label={text.invitationsTable} stacks>
          <thead>
            <tr>
              <th scope="col">{columns.email}</th>
              <th scope="col">{columns.role}</th>
              <th scope="col">{columns.message}</th>
              <th scope="col" data-align="end">
                {columns.actions}
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map(({ id, invitee, application_membership_role: [role], message }) => {
              const email = invitee[0]?.email ?? ''
              return (
                <tr key={id}>
                  <td data-wide>{email}</td>
                  <td>{roleLabel(role?.name)}</td>
                  <td data-wide className={styles.message}>
                    {message ?? '–'}
                  </td>
                  <td data-align="end">
                    <Button
                      size="s"
                      aria-label={text.revoke(email)}
                      reason={whyNotManage}
                      onClick={() => setRevoking({ id, email })}
                    >
                      {text.revokeShort}
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </TableFrame>
      )}
      {revoking && (
        <ConfirmDialog
          opened
          danger
          onClose={() => setRevoking(null)}
          title={text.revokeTitle}
          confirmLabel={text.revokeConfirm}
          describeError={errorMessage}
          onConfirm={() =>
            apply(() => accessCalls.revokeInvitation(revoking.id), text.revoked(revoking.email))
          }
        >
          <p>{text.revokeBody(revoking.email)}</p>
          <EquivalentCommand
            {...fleetCommands(null, { method: 'DELETE', path: `/v7/application_invite(${revoking.id})` })}
          />
        </ConfirmDialog>
      )}
    </Panel>
  )
}
