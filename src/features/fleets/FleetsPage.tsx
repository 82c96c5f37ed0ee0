import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, type LoaderFunctionArgs } from 'react-router'
import { classInPath } from '@/domain/fleet-class.ts'
import { LoadError } from '@/domain/LoadError.tsx'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { listedStatusCountsQuery } from '@/domain/status-counts.queries.ts'
import { useListAddress } from '@/domain/use-list-address.ts'
import { formatNumber } from '@/lib/format.ts'
import { withParams } from '@/lib/url-state.ts'
import { classText, fleetListText } from '@/messages/fleets.ts'
import { Button } from '@/ui/Button.tsx'
import { Card } from '@/ui/Panel.tsx'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Pagination } from '@/ui/Pagination.tsx'
import { SegmentedControl } from '@/ui/SegmentedControl.tsx'
import { CreateButton } from './create/CreateButton.tsx'
import { CreateDialog } from './create/CreateDialog.tsx'
import { FirstFleet } from './FirstFleet.tsx'
import { FleetCards } from './FleetCards.tsx'
import {
  fleetListState,
  fleetViews,
  isFiltered,
  withFleetList,
  type FleetListState,
} from './fleet-list-state.ts'
import { FleetFilters, type ChangeFleetList } from './FleetFilters.tsx'
import { fleetDeviceTypesQuery, fleetListQuery, FLEETS_PER_PAGE } from './fleets.queries.ts'
import { FleetTable } from './FleetTable.tsx'
import { ScopeChip } from './ScopeChip.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const state = fleetListState(classInPath(pathname), searchParams)
  const cache = cacheOf({ context })
  void cache.prefetchQuery(fleetDeviceTypesQuery(state.fleetClass))
  const { fleets } = await cache.ensureQueryData(fleetListQuery(state))
  // Counts may come a moment later: the cards keep room for them.
  void cache.prefetchQuery(listedStatusCountsQuery(fleets.map(({ id }) => id)))
  return null
}

/** The list of fleets, apps or blocks, as cards or as a table (spec 2 §2). */
export function Component() {
  const { pathname } = useLocation()
  const fleetClass = classInPath(pathname)
  const { title } = classText[fleetClass]
  const address = useListAddress()
  const shown = fleetListState(fleetClass, address.shown)
  const state = fleetListState(fleetClass, address.wanted)
  const list = useSuspenseQuery(fleetListQuery(shown))
  const { fleets, total } = list.data
  const counts = useQuery(listedStatusCountsQuery(fleets.map(({ id }) => id)))

  const setCreating = (create: 'new' | undefined) =>
    address.change((params) => withParams(params, { create }), { replace: create === undefined })
  const change: ChangeFleetList = (next, options) =>
    address.change((params) => withFleetList(params, next), options)

  return (
    <PageFrame
      crumbs={[{ label: title }]}
      title={title}
      count={formatNumber(total)}
      actions={
        <>
          <SegmentedControl
            label={fleetListText.view}
            value={state.view}
            options={fleetViews.map((value) => ({ value, label: fleetListText.views[value] }))}
            onChange={(view) => change({ view }, { replace: true })}
          />
          <CreateButton fleetClass={fleetClass} onPress={() => setCreating('new')} />
        </>
      }
    >
      <FleetFilters state={state} onChange={change} />
      {state.scope && <ScopeChip scope={state.scope} onRemove={() => change({ scope: undefined })} />}
      <StaleNotice query={list} />
      {fleets.length === 0 ? (
        <NoFleets state={shown} onChange={change} onCreate={() => setCreating('new')} />
      ) : state.view === 'cards' ? (
        <FleetCards
          fleets={fleets}
          counts={counts.data}
          failed={counts.isError}
          stale={address.pending}
          fleetClass={fleetClass}
        />
      ) : (
        <FleetTable
          fleetClass={fleetClass}
          fleets={fleets}
          counts={counts.data}
          total={total}
          stale={address.pending}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
        />
      )}
      {(total > FLEETS_PER_PAGE || state.page > 1) && fleets.length > 0 && (
        <Pagination
          page={state.page}
          pageSize={FLEETS_PER_PAGE}
          total={total}
          onPage={(page) => change({ page })}
        />
      )}
      {address.wanted.get('create') === 'new' && (
        <CreateDialog fleetClass={fleetClass} onClose={() => setCreating(undefined)} />
      )}
    </PageFrame>
  )
}

interface NoFleetsProps {
  state: FleetListState
  onChange: ChangeFleetList
  onCreate: () => void
}

function NoFleets({ state, onChange, onCreate }: NoFleetsProps) {
  const filtered = isFiltered(state)
  const beyond = !filtered && state.page > 1
  if (beyond) {
    return (
      <Card>
        <EmptyState
          title={fleetListText.emptyPage}
          action={<Button onClick={() => onChange({ page: 1 })}>{fleetListText.toFirstPage}</Button>}
        />
      </Card>
    )
  }
  return (
    <Card>
      {filtered ? (
        <EmptyState
          title={fleetListText.emptyFiltered(state.fleetClass)}
          action={
            <Button onClick={() => onChange({ text: '', deviceType: undefined, scope: undefined })}>
              {fleetListText.showAll(state.fleetClass)}
            </Button>
          }
        />
      ) : (
        <FirstFleet fleetClass={state.fleetClass} onCreate={onCreate} />
      )}
    </Card>
  )
}

export function ErrorBoundary() {
  const fleetClass = classInPath(useLocation().pathname)
  const { title } = classText[fleetClass]
  return (
    <PageFrame crumbs={[{ label: title }]} title={title}>
      <LoadError title={fleetListText.loadFailed(fleetClass)} />
    </PageFrame>
  )
}
