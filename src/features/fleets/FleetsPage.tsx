import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useOutletContext, useParams, type LoaderFunctionArgs } from 'react-router'
import { classInPath } from '@/domain/fleet-class.ts'
import { LoadError } from '@/domain/LoadError.tsx'
import { loadOrganizationPlace, type OrganizationPlace } from '@/domain/organization-place.ts'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { listedStatusCountsQuery } from '@/domain/status-counts.queries.ts'
import { useListAddress } from '@/domain/use-list-address.ts'
import { formatNumber } from '@/lib/format.ts'
import { withParams } from '@/lib/url-state.ts'
import { classText, fleetListText } from '@/messages/fleets.ts'
import { scopedListText } from '@/messages/organizations.ts'
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

export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url)
  const place = args.params.orgId === undefined ? undefined : await loadOrganizationPlace(args)
  // What cannot be seen has no list; the frame around this page says so.
  if (place === null) return null
  const state = fleetListState(classInPath(pathname), searchParams)
  const cache = cacheOf(args)
  void cache.prefetchQuery(fleetDeviceTypesQuery(state.fleetClass, place?.scope))
  const { fleets } = await cache.ensureQueryData(fleetListQuery({ ...state, scope: place?.scope }))
  // Counts may come a moment later: the cards keep room for them.
  void cache.prefetchQuery(listedStatusCountsQuery(fleets.map(({ id }) => id)))
  return null
}

/** The list of fleets, apps or blocks, as cards or as a table; of all, or of one organization, team or member (spec 2 §2). */
export function Component() {
  const { pathname } = useLocation()
  const place = useOutletContext<OrganizationPlace | undefined>()
  const fleetClass = classInPath(pathname)
  const owner = place && (place.part ?? place.organization).name
  const title = owner === undefined ? classText[fleetClass].title : scopedListText.title(fleetClass, owner)
  const address = useListAddress()
  const shown = fleetListState(fleetClass, address.shown)
  const state = fleetListState(fleetClass, address.wanted)
  const list = useSuspenseQuery(fleetListQuery({ ...shown, scope: place?.scope }))
  const { fleets, total } = list.data
  const counts = useQuery(listedStatusCountsQuery(fleets.map(({ id }) => id)))

  const setCreating = (create: 'new' | undefined) =>
    address.change((params) => withParams(params, { create }), { replace: create === undefined })
  const change: ChangeFleetList = (next, options) =>
    address.change((params) => withFleetList(params, next), options)

  return (
    <PageFrame
      // Below an organization the frame around this page shows the way here.
      crumbs={place ? undefined : [{ label: title }]}
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
          {/* Teams and members are given access to what is there; only organizations own. */}
          {!place?.part && (
            <CreateButton
              fleetClass={fleetClass}
              organization={place?.organization.id}
              onPress={() => setCreating('new')}
            />
          )}
        </>
      }
    >
      <FleetFilters state={state} scope={place?.scope} onChange={change} />
      <StaleNotice query={list} />
      {fleets.length === 0 ? (
        <NoFleets state={shown} place={place} onChange={change} onCreate={() => setCreating('new')} />
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
        <CreateDialog
          fleetClass={fleetClass}
          organization={place?.organization.id}
          onClose={() => setCreating(undefined)}
        />
      )}
    </PageFrame>
  )
}

interface NoFleetsProps {
  state: FleetListState
  place: OrganizationPlace | undefined
  onChange: ChangeFleetList
  onCreate: () => void
}

function NoFleets({ state, place, onChange, onCreate }: NoFleetsProps) {
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
            <Button onClick={() => onChange({ text: '', deviceType: undefined })}>
              {fleetListText.showAll(state.fleetClass)}
            </Button>
          }
        />
      ) : place ? (
        <EmptyState
          title={scopedListText.empty(state.fleetClass, (place.part ?? place.organization).name)}
          detail={
            place.part
              ? scopedListText.emptyPart(state.fleetClass)
              : scopedListText.emptyOrganization(state.fleetClass)
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
  const isBelow = useParams().orgId !== undefined
  const { title } = classText[fleetClass]
  return (
    <PageFrame crumbs={isBelow ? undefined : [{ label: title }]} title={title}>
      <LoadError title={fleetListText.loadFailed(fleetClass)} />
    </PageFrame>
  )
}
