import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { fleetsAttentionQuery, type FleetsAttention } from '@/domain/device/attention.queries.ts'
import { listedStatusCountsQuery, type ListedStatus } from '@/domain/device/status-counts.queries.ts'
import type { OrganizationScope } from '@/domain/organization/organization-scope.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { fleetHistoriesQuery } from '@/widgets/fleet-history/fleet-history.queries.ts'
import { useRecordStatuses } from '@/widgets/fleet-history/use-record-counts.ts'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { defaultFleetSort, shownFleetView, type FleetListState } from './fleet-list-state.ts'
import { FleetCards } from './FleetCards.tsx'
import { FleetFilters, type ChangeFleetList } from './FleetFilters.tsx'
import { fleetListQuery, FLEETS_PER_PAGE, type ListedFleet } from './fleets.queries.ts'
import type { FleetQuestion } from './FleetSelectionBar.tsx'
import { FleetDialog, FleetTable } from './FleetTable.tsx'
import { NoFleets } from './NoFleets.tsx'
import styles from './FleetList.module.css'

const FleetStrip = lazy(() => import('./FleetStrip.tsx').then((loaded) => ({ default: loaded.FleetStrip })))

export interface FleetListProps {
  /** The state of the loaded list. */
  shown: FleetListState
  /** The state in the address; `shown` follows when it is loaded. */
  state: FleetListState
  stale: boolean
  place: OrganizationScope | undefined
  onChange: ChangeFleetList
  onCreate: () => void
  onDeploy: () => void
}

/** Fleets, apps or blocks as cards or as a table, with filters and pagination. */
export function FleetList({ shown, state, stale, place, onChange, onCreate, onDeploy }: FleetListProps) {
  const { fleetClass } = state
  const list = useSuspenseQuery(fleetListQuery({ ...shown, scope: place?.scope }))
  const { fleets, total } = list.data
  const counts = useQuery(listedStatusCountsQuery(fleets))
  const [question, setQuestion] = useState<FleetQuestion>()
  // Of more fleets than a page has, nobody knows which have most trouble.
  const isWhole = total === fleets.length
  const withDevices = fleets.filter(({ owns__device }) => owns__device > 0).map(({ id }) => id)
  const simulation = useSimulationData()
  const attention = useQuery({
    ...fleetsAttentionQuery(withDevices),
    // Only in a simulated world, where it costs the platform nothing, and after the numbers.
    enabled:
      fleetClass === 'fleet' && simulation !== null && counts.data !== undefined && withDevices.length > 0,
  })
  const ordered = useOrder(fleets, isWhole ? counts.data : undefined, attention.data, shown.sort)
  const sort = state.sort.field === 'trouble' && !isWhole ? defaultFleetSort : state.sort
  useRecordStatuses(counts.data)
  const histories = useQuery({
    ...fleetHistoriesQuery(withDevices, 'day', simulation),
    // After the numbers, which it must not delay.
    enabled: fleetClass === 'fleet' && counts.data !== undefined && withDevices.length > 0,
  })
  return (
    <>
      <FleetFilters state={{ ...state, sort }} scope={place?.scope} total={total} onChange={onChange} />
      <StaleNotice queries={[list, counts]} paced />
      {fleetClass === 'fleet' && isWhole && total > 1 && (
        <StripPlace>
          {counts.data && (
            <Suspense fallback={null}>
              <FleetStrip
                fleets={fleets}
                statuses={counts.data}
                histories={histories.data}
                attention={attention.data}
              />
            </Suspense>
          )}
        </StripPlace>
      )}
      {fleets.length === 0 ? (
        <NoFleets state={shown} place={place} onChange={onChange} onCreate={onCreate} onDeploy={onDeploy} />
      ) : shownFleetView(state, total) === 'cards' ? (
        <FleetCards
          fleets={ordered}
          statuses={counts.data}
          histories={histories.data}
          attention={attention.data}
          failed={counts.isError}
          stale={stale}
          fleetClass={fleetClass}
        />
      ) : (
        <FleetTable
          fleetClass={fleetClass}
          fleets={ordered}
          statuses={counts.data}
          histories={histories.data}
          total={total}
          stale={stale}
          sort={sort}
          onSort={(sort) => onChange({ sort })}
          onAsk={setQuestion}
        />
      )}
      {question && (
        <Suspense fallback={null}>
          <FleetDialog fleetClass={fleetClass} question={question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
      {(total > FLEETS_PER_PAGE || state.page > 1) && fleets.length > 0 && (
        <Pagination
          page={state.page}
          pageSize={FLEETS_PER_PAGE}
          total={total}
          onPage={(page) => onChange({ page })}
        />
      )}
    </>
  )
}

/** Keeps the room of the strip while it is counted, so that the cards do not move. */
const StripPlace = ({ children }: { children: ReactNode }) => <div className={styles.strip}>{children}</div>

/**
 * The fleets in the order of the platform or, if wanted, by their devices that need attention, or that are not well where
 * only statuses are known. That order stays while one watches, and is made anew with another list or direction.
 */
function useOrder(
  fleets: readonly ListedFleet[],
  statuses: ReadonlyMap<number, ListedStatus> | undefined,
  attention: FleetsAttention | undefined,
  { field, direction }: FleetListState['sort'],
): readonly ListedFleet[] {
  const [kept, setKept] = useState<{ key: string; ids: readonly number[] }>()
  if (field !== 'trouble' || statuses === undefined) return fleets
  const isKnown = attention?.byFleet !== undefined
  const trouble = (fleet: ListedFleet) =>
    isKnown ? (attention.byFleet?.get(fleet.id)?.length ?? 0) : unwell(fleet, statuses)
  const key = `${direction} ${String(isKnown)} ${fleets.map(({ id }) => id).join()}`
  const ids =
    kept?.key === key
      ? kept.ids
      : fleets
          .toSorted((a, b) => (trouble(a) - trouble(b)) * (direction === 'asc' ? 1 : -1))
          .map(({ id }) => id)
  if (kept?.key !== key) setKept({ key, ids })
  const byId = new Map(fleets.map((fleet) => [fleet.id, fleet]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function unwell({ id }: ListedFleet, statuses: ReadonlyMap<number, ListedStatus>): number {
  const counts = statuses.get(id)?.counts
  return counts ? counts.frozen + counts.disconnected + counts['reduced-functionality'] : 0
}
