import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequests } from '@/api/data-request.ts'
import { giveTeamCall, rolesQuery } from '@/domain/access/access.queries.ts'
import { weakestRole, type GrantableRole } from '@/domain/access/role-choices.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { teamNamesQuery } from '@/domain/organization/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import type { TeamAccess } from '@/features/fleets/members/members.queries.ts'
import { commonText } from '@/messages/common/common.ts'
import { teamAccessText as text } from '@/messages/fleets/fleet-members.ts'
import { RoleField } from '@/widgets/access/ChangeRoleDialog.tsx'
import { QueryCheckList } from '@/widgets/access/CheckList.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'

export interface AddTeamsDialogProps {
  fleet: Fleet
  teams: readonly TeamAccess[]
  isFreePlan: boolean | undefined
  onClose: () => void
}

/** Grants a role to teams of the organization. */
export function AddTeamsDialog({ fleet, teams, isFreePlan, onClose }: AddTeamsDialogProps) {
  const apply = usePeopleChange()
  const all = useQuery(teamNamesQuery(fleet.organization[0].id))
  const { data: roles } = useQuery(rolesQuery)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [role, setRole] = useState<GrantableRole>(weakestRole)
  const roleId = roles?.get(role)
  const free = all.data?.filter(({ id }) => !teams.some(({ team }) => team[0]?.id === id))
  const selected = free?.filter(({ id }) => chosen.has(id)) ?? []
  const calls = selected.map(({ id }) => giveTeamCall(fleet.id, id, roleId))
  return (
    <FormDialog
      title={text.addTitle}
      size="m"
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={selected.length === 0 ? text.noTarget : roleId === undefined ? commonText.loading : undefined}
      commands={platformCommands(null, ...calls)}
      onSubmit={async () => {
        if (roleId === undefined) return
        await apply(
          () => sendRequests(api().data, calls),
          text.added(selected.map(({ name }) => name).join(', ')),
        )
        onClose()
      }}
    >
      <QueryCheckList
        query={all}
        failed={text.teamsFailed}
        label={text.teams}
        choices={free}
        none={all.data?.length === 0 ? text.noTeamsYet : text.noTeams}
        chosen={chosen}
        onChange={setChosen}
      />
      <RoleField isFreePlan={isFreePlan} value={role} onChange={setRole} />
    </FormDialog>
  )
}
