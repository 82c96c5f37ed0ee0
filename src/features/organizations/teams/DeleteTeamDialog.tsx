import { useNavigate } from 'react-router'
import { errorMessage } from '@/domain/error-message.ts'
import { platformCommands } from '@/domain/platform-commands.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { deleteTeamText as text } from '@/messages/organization-teams.ts'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { useOrganizationChange } from '../use-organization-change.ts'
import { teamCalls } from './team-calls.ts'

export interface DeleteTeamDialogProps {
  organization: number
  team: { id: number; name: string }
  /** How many are in it. */
  members: number
  onClose: () => void
}

/** Deletes a team, and leads to the list of the others (spec 3 §2). */
export function DeleteTeamDialog({ organization, team, members, onClose }: DeleteTeamDialogProps) {
  const apply = useOrganizationChange()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={text.title(team.name)}
      confirmLabel={text.action}
      describeError={errorMessage}
      onConfirm={async () => {
        await teamCalls.remove(team.id)
        // Away from the page first: it has nothing to show any more.
        await navigate(paths.organizationTeams(organization), { replace: true })
        await apply(() => Promise.resolve(), text.done(team.name))
      }}
    >
      <p>{text.body(text.members(formatNumber(members), members === 1))}</p>
      <EquivalentCommand {...platformCommands(null, { method: 'DELETE', path: `/v7/team(${team.id})` })} />
    </ConfirmDialog>
  )
}
