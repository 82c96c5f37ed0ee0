import { useNavigate } from 'react-router'
import { errorMessage } from '@/domain/error-message.ts'
import { platformCommands } from '@/domain/platform-commands.ts'
import { paths } from '@/lib/paths.ts'
import { teamMembersText as text } from '@/messages/organization-teams.ts'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { useOrganizationChange } from '../use-organization-change.ts'
import { teamCalls } from './team-calls.ts'

export interface LeaveTeamDialogProps {
  organization: number
  team: { id: number; name: string }
  /** One's own membership of it. */
  membership: number
  onClose: () => void
}

/** Gives up one's own membership of a team, and leads to the list of teams (spec 3 §4). */
export function LeaveTeamDialog({ organization, team, membership, onClose }: LeaveTeamDialogProps) {
  const apply = useOrganizationChange()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={text.leaveTitle(team.name)}
      confirmLabel={text.leave}
      describeError={errorMessage}
      onConfirm={async () => {
        await teamCalls.removeMembers([membership])
        await navigate(paths.organizationTeams(organization))
        await apply(() => Promise.resolve(), text.left(team.name))
      }}
    >
      <p>{text.leaveBody(team.name)}</p>
      <EquivalentCommand
        {...platformCommands(null, {
          method: 'DELETE',
          path: `/v7/team_membership?$filter=id in (${membership})`,
        })}
      />
    </ConfirmDialog>
  )
}
