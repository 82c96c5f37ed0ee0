import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequests } from '@/api/data-request.ts'
import { seatPricesQuery } from '@/domain/billing/seat-prices.queries.ts'
import { seatRise } from '@/domain/billing/seats.ts'
import {
  organizationMembersQuery,
  type OrganizationTeam,
} from '@/domain/organization/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { membersText } from '@/messages/organizations/organization-members.ts'
import { teamMembersText as text } from '@/messages/organizations/organization-teams.ts'
import { QueryCheckList } from '@/widgets/access/CheckList.tsx'
import { SeatRises } from '@/widgets/access/SeatRises.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { addMemberCall } from './team-calls.ts'
import { teamMemberList, rolesThrough } from './team-facts.ts'

export interface AddMembersDialogProps {
  organization: number
  team: OrganizationTeam
  onClose: () => void
}

/** Adds members of the organization to a team, and shows how the prices of their seats change. */
export function AddMembersDialog({ organization, team, onClose }: AddMembersDialogProps) {
  const apply = usePeopleChange()
  const people = useQuery(organizationMembersQuery(organization))
  const { data: prices } = useQuery(seatPricesQuery(organization))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const inTeam = new Set(teamMemberList(team).map(({ user }) => user))
  const free = people.data?.filter(({ user }) => !inTeam.has(user))
  const selected = free?.filter(({ id }) => chosen.has(id)) ?? []
  const calls = selected.map(({ name }) => addMemberCall(team.id, name))
  const roles = rolesThrough(team)
  return (
    <FormDialog
      title={text.addTitle(team.name)}
      size="m"
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={selected.length === 0 ? membersText.selectOne : undefined}
      commands={platformCommands(null, ...calls)}
      onSubmit={async () => {
        await apply(
          () => sendRequests(api().data, calls),
          text.added(selected.map(({ name }) => name).join(', '), team.name, selected.length),
        )
        onClose()
      }}
    >
      <QueryCheckList
        query={people}
        label={text.choices}
        choices={free}
        none={text.none}
        chosen={chosen}
        onChange={setChosen}
      />
      <SeatRises
        organization={organization}
        rises={selected.map(({ name, seat }) => ({ name, rise: seatRise(seat, roles, prices) }))}
      />
    </FormDialog>
  )
}
