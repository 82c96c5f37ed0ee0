import type { FleetsAttention } from '@/domain/device/attention.queries.ts'
import type { ListedStatus } from '@/domain/device/status-counts.queries.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { fleetListText } from '@/messages/fleets/fleets.ts'
import type { FleetHistory } from '@/widgets/fleet-history/fleet-history.queries.ts'
import { FleetCard } from './FleetCard.tsx'
import type { ListedFleet } from './fleets.queries.ts'
import styles from './FleetCards.module.css'

export interface FleetCardsProps {
  fleets: readonly ListedFleet[]
  /** By fleet id; undefined while counting. */
  statuses: ReadonlyMap<number, ListedStatus> | undefined
  /** By fleet id; undefined while loading. */
  histories: ReadonlyMap<number, FleetHistory> | undefined
  /** Undefined while loading, or where it is not asked for. */
  attention: FleetsAttention | undefined
  /** Counting by status failed. */
  failed: boolean
  /** Another list is loading. */
  stale: boolean
  fleetClass: FleetClass
}

/** The fleets of a page as cards. */
export function FleetCards({
  fleets,
  statuses,
  histories,
  attention,
  failed,
  stale,
  fleetClass,
}: FleetCardsProps) {
  const severalOrganizations = new Set(fleets.map(({ organization }) => organization[0]?.id)).size > 1
  return (
    <ul
      className={styles.cards}
      aria-label={fleetListText.list(fleetClass)}
      aria-busy={stale || undefined}
      data-stale={stale || undefined}
    >
      {fleets.map((fleet) => (
        <li key={fleet.id}>
          <FleetCard
            fleet={fleet}
            fleetClass={fleetClass}
            status={statuses?.get(fleet.id)}
            history={histories?.get(fleet.id)}
            attention={attention?.byFleet?.get(fleet.id)}
            countsFailed={failed}
            showOrganization={severalOrganizations}
          />
        </li>
      ))}
    </ul>
  )
}
