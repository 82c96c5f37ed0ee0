import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequests } from '@/api/data-request.ts'
import { giveTeamCall, giveUserCall, rolesQuery } from '@/domain/access/access.queries.ts'
import { weakestRole, type GrantableRole } from '@/domain/access/role-choices.ts'
import { seatPricesQuery } from '@/domain/billing/seat-prices.queries.ts'
import { seatRise } from '@/domain/billing/seats.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import {
  organizationMembersQuery,
  organizationTeamsQuery,
} from '@/domain/organization/organization-people.queries.ts'
import type { OrganizationPart } from '@/domain/organization/organization-scope.ts'
import { applicationNamesQuery, type PartAccess } from '@/domain/organization/part-access.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { partRolesText as text } from '@/messages/access/grants.ts'
import { commonText } from '@/messages/common/common.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { RoleField } from './ChangeRoleDialog.tsx'
import { QueryCheckList } from './CheckList.tsx'
import { SeatRises } from './SeatRises.tsx'
import { usePeopleChange } from './use-people-change.ts'

export interface GiveAccessDialogProps {
  organization: number
  part: OrganizationPart
  fleetClass: FleetClass
  /** Objects on which it already has a role. */
  held: readonly PartAccess[]
  isFreePlan: boolean | undefined
  onClose: () => void
}

/** Grants a team or member a role on fleets, apps or blocks of the organization. */
export function GiveAccessDialog(props: GiveAccessDialogProps) {
  const { organization, part, fleetClass, held, isFreePlan, onClose } = props
  const apply = usePeopleChange()
  const all = useQuery(applicationNamesQuery(organization, fleetClass))
  const { data: roles } = useQuery(rolesQuery)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [role, setRole] = useState<GrantableRole>(weakestRole)
  const roleId = roles?.get(role)
  const free = all.data
    ?.filter(({ id }) => !held.some(({ application }) => application.id === id))
    .map(({ id, app_name: name }) => ({ id, name }))
  const selected = free?.filter(({ id }) => chosen.has(id)) ?? []
  const calls = selected.map(({ id }) =>
    part.kind === 'team' ? giveTeamCall(id, part.id, roleId) : giveUserCall(id, part.name, roleId),
  )
  const rises = useRises(organization, part, selected.length === 0 ? undefined : role)
  const reason =
    selected.length === 0 ? text.noTarget(fleetClass) : roleId === undefined ? commonText.loading : undefined
  return (
    <FormDialog
      title={text.giveTitle(fleetClass, part.name)}
      size="m"
      confirmLabel={text.give}
      onClose={onClose}
      reason={reason}
      commands={platformCommands(null, ...calls)}
      onSubmit={async () => {
        if (roleId === undefined) return
        await apply(
          () => sendRequests(api().data, calls),
          text.given(part.name, selected.map(({ name }) => name).join(', ')),
        )
        onClose()
      }}
    >
      <QueryCheckList
        query={all}
        failed={text.choicesFailed(fleetClass)}
        label={text.choices(fleetClass)}
        choices={free}
        none={text.nothingLeft(fleetClass)}
        chosen={chosen}
        onChange={setChosen}
      />
      {free && free.length > 0 && <RoleField isFreePlan={isFreePlan} value={role} onChange={setRole} />}
      <SeatRises organization={organization} rises={rises} />
    </FormDialog>
  )
}

/** Members whose seats would become more expensive. */
function useRises(organization: number, part: OrganizationPart, role: GrantableRole | undefined) {
  const { data: members = [] } = useQuery(organizationMembersQuery(organization))
  const { data: teams = [] } = useQuery({
    ...organizationTeamsQuery(organization),
    enabled: part.kind === 'team',
  })
  const { data: prices } = useQuery(seatPricesQuery(organization))
  const inTeam = new Set(
    teams
      .filter(({ id }) => id === part.id)
      .flatMap(({ team_membership: people }) => people.flatMap(({ user }) => user.map(({ id }) => id))),
  )
  return members
    .filter(({ id, user }) => (part.kind === 'team' ? inTeam.has(user) : id === part.id))
    .map(({ name, seat }) => ({ name, rise: role === undefined ? null : seatRise(seat, [role], prices) }))
}
