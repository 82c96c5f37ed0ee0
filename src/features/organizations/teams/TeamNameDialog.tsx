import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { createdId, dataRequest, sendRequest } from '@/api/data-request.ts'
import { organizationTeamsQuery } from '@/domain/organization/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { paths } from '@/lib/paths.ts'
import { teamNameText as text } from '@/messages/organizations/organization-teams.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { teamNameProblem } from './team-name.ts'

export interface TeamNameDialogProps {
  organization: number
  /** The team to rename; if omitted, a new one is created. */
  team?: { id: number; name: string }
  onClose: () => void
}

/** Creates or renames a team. */
export function TeamNameDialog({ organization, team, onClose }: TeamNameDialogProps) {
  const apply = usePeopleChange()
  const { data: teams = [] } = useQuery(organizationTeamsQuery(organization))
  const [name, setName] = useState(team?.name ?? '')
  const trimmedName = name.trim()
  const problem = teamNameProblem(
    trimmedName,
    teams.filter(({ id }) => id !== team?.id).map((each) => each.name),
  )
  const call =
    team === undefined
      ? dataRequest('post', {
          resource: 'team',
          body: { name: trimmedName, belongs_to__organization: organization },
        })
      : dataRequest('patch', { resource: 'team', id: team.id, body: { name: trimmedName } })
  const submit = async () => {
    const done = team === undefined ? text.created(trimmedName) : text.renamed(trimmedName)
    await apply(
      () => sendRequest(api().data, call),
      done,
      (made) => {
        const id = team === undefined ? createdId(made) : undefined
        return id === undefined ? undefined : { to: paths.organizationTeam(organization, id) }
      },
    )
    onClose()
  }
  return (
    <FormDialog
      title={team === undefined ? text.createTitle : text.renameTitle(team.name)}
      confirmLabel={team === undefined ? text.create : text.rename}
      onClose={onClose}
      reason={problem ?? (trimmedName === team?.name ? text.same : undefined)}
      commands={platformCommands(null, call)}
      onSubmit={submit}
    >
      <TextField
        required
        label={text.label}
        value={name}
        error={trimmedName === '' && team === undefined ? undefined : problem}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
