import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { listedStatusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import type { OrganizationScope } from '@/domain/organization/organization-scope.ts'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { shownFleetView, type FleetListState } from './fleet-list-state.ts'
import { FleetCards } from './FleetCards.tsx'
import { FleetFilters, type ChangeFleetList } from './FleetFilters.tsx'
import { fleetListQuery, FLEETS_PER_PAGE } from './fleets.queries.ts'
import { FleetTable } from './FleetTable.tsx'
import { NoFleets } from './NoFleets.tsx'

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
  return (
    <>
      <FleetFilters state={state} scope={place?.scope} onChange={onChange} />
      <StaleNotice query={list} />
      {fleets.length === 0 ? (
        <NoFleets state={shown} place={place} onChange={onChange} onCreate={onCreate} onDeploy={onDeploy} />
      ) : shownFleetView(state, total) === 'cards' ? (
        <FleetCards
          fleets={fleets}
          statuses={counts.data}
          failed={counts.isError}
          stale={stale}
          fleetClass={fleetClass}
        />
      ) : (
        <FleetTable
          fleetClass={fleetClass}
          fleets={fleets}
          statuses={counts.data}
          total={total}
          stale={stale}
          sort={state.sort}
          onSort={(sort) => onChange({ sort })}
        />
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
