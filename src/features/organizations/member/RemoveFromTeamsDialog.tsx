import { useState } from 'react'
import type {
  OrganizationMember,
  OrganizationTeam,
} from '@/domain/organization/organization-people.queries.ts'
import { memberTeamsText as text } from '@/messages/organizations/organization-members.ts'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'

export interface RemoveFromTeamsDialogProps {
  member: OrganizationMember
  teams: readonly OrganizationTeam[]
  onClose: () => void
  onDone: () => void
}

/** Removes a member from several teams in one request. */
export function RemoveFromTeamsDialog({ member, onClose, onDone, ...chosen }: RemoveFromTeamsDialogProps) {
  const apply = usePeopleChange()
  // Kept while the dialog is open: after a lost response the teams may already be gone from the list.
  const [teams] = useState(chosen.teams)
  const ids = teams.map(({ id }) => id)
  return (
    <RemovalDialog
      rows={{
        resource: 'team_membership',
        filter: `user eq ${member.user} and is_member_of__team in (${ids.join(',')})`,
      }}
      onClose={onClose}
      title={text.removeTitle(member.name)}
      items={teams.map(({ name }) => name)}
      confirmLabel={text.remove}
      onConfirm={async (remove) => {
        await apply(remove, text.removed(member.name, teams.length))
        onDone()
      }}
    >
      <p>{text.removeBody(member.name)}</p>
    </RemovalDialog>
  )
}
