import { errorMessage } from '@/domain/error-message.ts'
import type { OrganizationMember, OrganizationTeam } from '@/domain/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform-commands.ts'
import { memberTeamsText as text } from '@/messages/organization-members.ts'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { teamCalls } from '../teams/team-calls.ts'
import { useOrganizationChange } from '../use-organization-change.ts'

export interface RemoveFromTeamsDialogProps {
  member: OrganizationMember
  teams: readonly OrganizationTeam[]
  onClose: () => void
  onDone: () => void
}

/** Takes a member out of teams, all at once (spec 3 §7 "DELETE team_membership"). */
export function RemoveFromTeamsDialog({ member, teams, onClose, onDone }: RemoveFromTeamsDialogProps) {
  const apply = useOrganizationChange()
  const ids = teams.map(({ id }) => id)
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={text.removeTitle(member.name)}
      items={teams.map(({ name }) => name)}
      confirmLabel={text.remove}
      describeError={errorMessage}
      onConfirm={async () => {
        await apply(
          () => teamCalls.removeFromTeams(member.user, ids),
          text.removed(member.name, teams.length),
        )
        onDone()
      }}
    >
      <p>{text.removeBody(member.name)}</p>
      <EquivalentCommand
        {...platformCommands(null, {
          method: 'DELETE',
          path: `/v7/team_membership?$filter=user eq ${member.user} and is_member_of__team in (${ids.join(',')})`,
        })}
      />
    </ConfirmDialog>
  )
}
