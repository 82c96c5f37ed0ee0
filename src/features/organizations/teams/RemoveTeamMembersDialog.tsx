import { teamMembersText as text } from '@/messages/organizations/organization-teams.ts'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'
import type { TeamMember } from './team-facts.ts'

export interface RemoveTeamMembersDialogProps {
  team: string
  members: readonly TeamMember[]
  onClose: () => void
  onDone: () => void
}

/** Removes several members from a team in one request. */
export function RemoveTeamMembersDialog({ team, members, onClose, onDone }: RemoveTeamMembersDialogProps) {
  const apply = usePeopleChange()
  const ids = members.map(({ id }) => id)
  return (
    <RemovalDialog
      rows={{ resource: 'team_membership', filter: `id in (${ids.join(',')})` }}
      onClose={onClose}
      title={text.removeTitle(members.length)}
      items={members.map(({ name }) => name)}
      confirmLabel={text.remove}
      onConfirm={async (remove) => {
        await apply(remove, text.removed(members.length))
        onDone()
      }}
    >
      <p>{text.removeBody(team)}</p>
    </RemovalDialog>
  )
}
