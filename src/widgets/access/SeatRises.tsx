import { useQuery } from '@tanstack/react-query'
import { includedSeatsQuery } from '@/domain/billing/included-seats.queries.ts'
import { seatPricesQuery } from '@/domain/billing/seat-prices.queries.ts'
import { riseCosts, seatsTaken, type SeatRise } from '@/domain/billing/seats.ts'
import { organizationMembersQuery } from '@/domain/organization/organization-people.queries.ts'
import { formatCents } from '@/lib/money.ts'
import { accessText } from '@/messages/access/access.ts'
import { seatText as text } from '@/messages/access/grants.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'

/** A member whose seat changes. */
export interface NamedRise {
  name: string
  rise: SeatRise | null
}

export interface SeatRisesProps {
  organization: number
  rises: readonly NamedRise[]
}

/** The additional cost of a change, before it is made, and whether the plan includes it. Nothing if there is none. */
export function SeatRises({ organization, rises }: SeatRisesProps) {
  const { data: included } = useQuery(includedSeatsQuery(organization))
  const { data: members } = useQuery(organizationMembersQuery(organization))
  const { data: prices } = useQuery(seatPricesQuery(organization))
  const changed = rises.flatMap(({ name, rise }) => (rise === null ? [] : [{ name, rise }]))
  const costs =
    included && members
      ? riseCosts(
          changed.map(({ rise }) => rise),
          { taken: seatsTaken(members), included },
          prices,
        )
      : undefined
  const lines = changed.map(({ name, rise }, at) => ({ name, rise, cost: costs?.[at] }))
  const dearer = lines.filter(({ rise, cost = 0 }) => rise.cents > 0 || cost > 0)
  if (dearer.length === 0) return null
  const total = dearer.reduce((sum, { rise, cost = rise.cents }) => sum + Math.max(0, cost), 0)
  return (
    <Banner tone="info">
      {dearer.map(({ name, rise: { from, to, cents }, cost }) => {
        const change = [name, accessText.roles[from], accessText.roles[to]] as const
        const seats = included?.get(to) ?? 0
        return (
          <p key={name}>
            {cost === undefined
              ? text.rises(...change, formatCents(cents))
              : cost > 0
                ? text.risesBeyond(...change, formatCents(cost), seats)
                : text.risesIncluded(...change, seats)}
          </p>
        )
      })}
      {dearer.length > 1 && total > 0 && <p>{text.total(formatCents(total))}</p>}
      {costs === undefined && <p>{text.note}</p>}
    </Banner>
  )
}
