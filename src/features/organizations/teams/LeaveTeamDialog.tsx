import { paths } from '@/lib/paths.ts'
import { teamMembersText as text } from '@/messages/organizations/organization-teams.ts'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'

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
