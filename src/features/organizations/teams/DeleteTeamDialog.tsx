import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { deleteTeamText as text } from '@/messages/organizations/organization-teams.ts'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'

export interface DeleteTeamDialogProps {
  organization: number
  team: { id: number; name: string }
  /** Number of members in the team. */
  members: number
  onClose: () => void
}

/** Deletes a team, and opens the list of teams. */
export function DeleteTeamDialog({ organization, team, members, onClose }: DeleteTeamDialogProps) {
  const apply = usePeopleChange()
  return (
    <RemovalDialog
      rows={{ resource: 'team', id: team.id }}
      onClose={onClose}
      title={text.title(team.name)}
      confirmLabel={text.action}
      onConfirm={(remove) =>
        apply(remove, text.done(team.name), {
          to: paths.organizationTeams(organization),
          replace: true,
        })
      }
    >
      <p>{text.body(formatNumber(members), members)}</p>
    </RemovalDialog>
  )
}
