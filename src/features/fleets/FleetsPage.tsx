import { IconRocket } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { redirect, useLocation, useOutletContext, useParams, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { classInPath, numericId } from '@/domain/fleet-class.ts'
import { LoadError } from '@/domain/LoadError.tsx'
import { loadOrganizationPlace, type OrganizationPlace } from '@/domain/organization-place.ts'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { listedStatusCountsQuery } from '@/domain/status-counts.queries.ts'
import { useListAddress } from '@/domain/use-list-address.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { withParams } from '@/lib/url-state.ts'
import { deployText } from '@/messages/fleet-deploy.ts'
import { classText, fleetListText } from '@/messages/fleets.ts'
import { scopedListText } from '@/messages/organizations.ts'
import { Button } from '@/ui/Button.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Pagination } from '@/ui/Pagination.tsx'
import { SegmentedControl } from '@/ui/SegmentedControl.tsx'
import { CreateButton } from './create/CreateButton.tsx'
import { waitingDeployment } from './deploy/deploy-configuration.ts'
import { FleetCards } from './FleetCards.tsx'
import { fleetListState, fleetViews, withFleetList } from './fleet-list-state.ts'
import { FleetFilters, type ChangeFleetList } from './FleetFilters.tsx'
import { fleetDeviceTypesQuery, fleetListQuery, FLEETS_PER_PAGE } from './fleets.queries.ts'
import { FleetTable } from './FleetTable.tsx'
import { NoFleets } from './NoFleets.tsx'

const CreateDialog = lazy(() =>
  import('./create/CreateDialog.tsx').then((loaded) => ({ default: loaded.CreateDialog })),
)
const DeployDialog = lazy(() =>
  import('./deploy/DeployDialog.tsx').then((loaded) => ({ default: loaded.DeployDialog })),
)

export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url)
  const place = args.params.orgId === undefined ? undefined : await loadOrganizationPlace(args)
  // What cannot be seen has no list; the frame around this page says so.
  if (place === null) return null
  const state = fleetListState(classInPath(pathname), searchParams)
  if (pathname.endsWith(paths.fleets()) && place === undefined) leadToDeployment(searchParams)
  const cache = cacheOf(args)
  void cache.prefetchQuery(fleetDeviceTypesQuery(state.fleetClass, place?.scope))
  const { fleets } = await cache.ensureQueryData(fleetListQuery({ ...state, scope: place?.scope }))
  // Counts may come a moment later: the cards keep room for them.
  void cache.prefetchQuery(listedStatusCountsQuery(fleets.map(({ id }) => id)))
  return null
}

/** A link was followed before the person could sign in or up: it is answered now. */
function leadToDeployment(params: URLSearchParams) {
  if (!params.has('create') && waitingDeployment(api().now()) !== undefined) {
    throw redirect(paths.deployApplication('fleet'))
  }
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

  const creating = address.wanted.get('create')
  const setCreating = (create: 'new' | 'deploy' | undefined) =>
    address.change((params) => withParams(params, { create, into: undefined }), {
      replace: create === undefined || creating !== null,
    })
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
            <>
              <Button
                icon={<IconRocket size={16} aria-hidden="true" />}
                onClick={() => setCreating('deploy')}
              >
                {deployText.open}
              </Button>
              <CreateButton
                fleetClass={fleetClass}
                organization={place?.organization.id}
                onPress={() => setCreating('new')}
              />
            </>
          )}
        </>
      }
    >
      <FleetFilters state={state} scope={place?.scope} onChange={change} />
      <StaleNotice query={list} />
      {fleets.length === 0 ? (
        <NoFleets
          state={shown}
          place={place}
          onChange={change}
          onCreate={() => setCreating('new')}
          onDeploy={() => setCreating('deploy')}
        />
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
      {creating === 'new' && (
        <Suspense fallback={null}>
          <CreateDialog
            fleetClass={fleetClass}
            organization={place?.organization.id}
            onClose={() => setCreating(undefined)}
            onDeploy={() => setCreating('deploy')}
          />
        </Suspense>
      )}
      {creating === 'deploy' && (
        <Suspense fallback={null}>
          <DeployDialog
            key={fleetClass}
            fleetClass={fleetClass}
            organization={place?.organization.id}
            into={numericId(address.wanted.get('into') ?? undefined) ?? null}
            onClose={() => setCreating(undefined)}
          />
        </Suspense>
      )}
    </PageFrame>
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
