import { errorMessage } from '@/domain/error-message.ts'
import { platformCommands } from '@/domain/platform-commands.ts'
import { teamMembersText as text } from '@/messages/organization-teams.ts'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { useOrganizationChange } from '../use-organization-change.ts'
import { teamCalls } from './team-calls.ts'
import type { TeamMember } from './team-facts.ts'

export interface RemoveTeamMembersDialogProps {
  team: string
  members: readonly TeamMember[]
  onClose: () => void
  onDone: () => void
}

/** Takes people out of a team, all at once (spec 3 §7 "DELETE team_membership"). */
export function RemoveTeamMembersDialog({ team, members, onClose, onDone }: RemoveTeamMembersDialogProps) {
  const apply = useOrganizationChange()
  const ids = members.map(({ id }) => id)
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={text.removeTitle(members.length)}
      items={members.map(({ name }) => name)}
      confirmLabel={text.remove}
      describeError={errorMessage}
      onConfirm={async () => {
        await apply(() => teamCalls.removeMembers(ids), text.removed(members.length))
        onDone()
      }}
    >
      <p>{text.removeBody(team)}</p>
      <EquivalentCommand
        {...platformCommands(null, {
          method: 'DELETE',
          path: `/v7/team_membership?$filter=id in (${ids.join(',')})`,
        })}
      />
    </ConfirmDialog>
  )
}
