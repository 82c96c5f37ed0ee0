import { RemovalDialog } from '@/domain/screen/RemovalDialog.tsx'
import { paths } from '@/lib/paths.ts'
import { teamMembersText as text } from '@/messages/organization-teams.ts'
import { usePeopleChange } from '@/domain/access/use-people-change.ts'

export interface LeaveTeamDialogProps {
  organization: number
  team: { id: number; name: string }
  /** The user's own membership id. */
  membership: number
  onClose: () => void
}

/** Ends the user's own team membership, and opens the list of teams. */
export function LeaveTeamDialog({ organization, team, membership, onClose }: LeaveTeamDialogProps) {
  const apply = usePeopleChange()
  return (
    <RemovalDialog
      rows={{ resource: 'team_membership', filter: `id in (${membership})` }}
      onClose={onClose}
      title={text.leaveTitle(team.name)}
      confirmLabel={text.leave}
      onConfirm={(remove) =>
        apply(remove, text.left(team.name), {
          to: paths.organizationTeams(organization),
        })
      }
    >
      <p>{text.leaveBody(team.name)}</p>
    </RemovalDialog>
  )
}
