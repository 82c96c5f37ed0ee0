import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequests } from '@/api/data-request.ts'
import { seatPricesQuery } from '@/domain/billing/seat-prices.queries.ts'
import { seatRise } from '@/domain/billing/seats.ts'
import type {
  OrganizationMember,
  OrganizationTeam,
} from '@/domain/organization/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { addMemberCall } from '@/features/organizations/teams/team-calls.ts'
import { rolesThrough } from '@/features/organizations/teams/team-facts.ts'
import { memberTeamsText as text, membersText } from '@/messages/organizations/organization-members.ts'
import { CheckList } from '@/widgets/access/CheckList.tsx'
import { SeatRises } from '@/widgets/access/SeatRises.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'

export interface AddToTeamsDialogProps {
  organization: number
  member: OrganizationMember
  /** The teams that the member is not in. */
  teams: readonly OrganizationTeam[]
  onClose: () => void
}

/** Adds a member to teams, and shows how the price of their seat changes. */
export function AddToTeamsDialog({ organization, member, teams, onClose }: AddToTeamsDialogProps) {
  const apply = usePeopleChange()
  const { data: prices } = useQuery(seatPricesQuery(organization))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const selected = teams.filter(({ id }) => chosen.has(id))
  const calls = selected.map(({ id }) => addMemberCall(id, member.name))
  return (
    <FormDialog
      title={text.addTitle(member.name)}
      size="m"
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={selected.length === 0 ? membersText.selectOne : undefined}
      commands={platformCommands(null, ...calls)}
      onSubmit={async () => {
        await apply(
          () => sendRequests(api().data, calls),
          text.added(member.name, selected.map(({ name }) => name).join(', ')),
        )
        onClose()
      }}
    >
      {teams.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <CheckList label={text.choices} choices={teams} chosen={chosen} onChange={setChosen} />
      )}
      <SeatRises
        organization={organization}
        rises={[{ name: member.name, rise: seatRise(member.seat, selected.flatMap(rolesThrough), prices) }]}
      />
    </FormDialog>
  )
}
