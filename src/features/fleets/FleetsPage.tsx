import { IconRocket } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { redirect, useLocation, useOutletContext, useParams, type LoaderFunctionArgs } from 'react-router'
import { api, offers } from '@/api/api.ts'
import { classInPath, numericId } from '@/domain/fleet/fleet-class.ts'
import type { OrganizationScope } from '@/domain/organization/organization-scope.ts'
import { withoutBase } from '@/lib/base.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { withParams } from '@/lib/url-state.ts'
import { deployLinkText } from '@/messages/fleets/fleet-lists.ts'
import { classText, fleetListText } from '@/messages/fleets/fleets.ts'
import { scopedListText } from '@/messages/organizations/organizations.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { useListAddress } from '@/widgets/navigation/use-list-address.ts'
import { loadOrganizationScope } from '@/widgets/organization/organization-route.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { CreateButton } from './create/CreateButton.tsx'
import { pendingDeployment } from './deploy/deploy-configuration.ts'
import { fleetListState, fleetViews, shownFleetView, withFleetList } from './fleet-list-state.ts'
import type { ChangeFleetList } from './FleetFilters.tsx'
import { FleetList } from './FleetList.tsx'
import { fleetListQuery } from './fleets.queries.ts'

const CreateDialog = lazy(() =>
  import('./create/CreateDialog.tsx').then((loaded) => ({ default: loaded.CreateDialog })),
)
const DeployDialog = lazy(() =>
  import('./deploy/DeployDialog.tsx').then((loaded) => ({ default: loaded.DeployDialog })),
)
const GiveAccessButton = lazy(() =>
  import('@/widgets/access/GiveAccessButton.tsx').then((loaded) => ({ default: loaded.GiveAccessButton })),
)
const PartRoles = lazy(() =>
  import('@/widgets/access/PartRoles.tsx').then((loaded) => ({ default: loaded.PartRoles })),
)

export async function loader(args: LoaderFunctionArgs) {
  const { pathname: fullPath, searchParams } = new URL(args.request.url)
  const pathname = withoutBase(fullPath)
  const place = args.params.orgId === undefined ? undefined : await loadOrganizationScope(args)
  // Not visible to the user; the surrounding layout says so.
  if (place === null) return null
  const state = fleetListState(classInPath(pathname), searchParams)
  if (pathname.endsWith(paths.fleets()) && place === undefined) redirectToDeployment(searchParams)
  const cache = cacheOf(args)
  // The counts are read when the cards are drawn, which reserve space for them.
  await cache.ensureQueryData(fleetListQuery({ ...state, scope: place?.scope }))
  return null
}

/** Continues a deployment link that was followed before signing in. */
function redirectToDeployment(params: URLSearchParams) {
  if (!params.has('create') && pendingDeployment(api().now()) !== undefined) {
    throw redirect(paths.deployApplication('fleet'))
  }
}

/** The fleets, apps or blocks: all, or those of an organization, team or member. */
export function Component() {
  const { pathname } = useLocation()
  const place = useOutletContext<OrganizationScope | undefined>()
  const fleetClass = classInPath(pathname)
  const owner = place && (place.part ?? place.organization).name
  const part = place?.part && { ...place, part: place.part }
  const title = owner === undefined ? classText[fleetClass].title : scopedListText.title(fleetClass, owner)
  const address = useListAddress()
  const shown = fleetListState(fleetClass, address.shown)
  const state = fleetListState(fleetClass, address.wanted)
  const { data: list } = useSuspenseQuery(fleetListQuery({ ...shown, scope: place?.scope }))

  // A list that opened as a table stays one, even if a filter makes it short.
  const tableStays =
    state.view === undefined && shownFleetView(state, list.total) === 'table'
      ? { view: 'table' as const }
      : {}
  const creating = address.wanted.get('create')
  const setCreating = (create: 'new' | 'deploy' | undefined) =>
    address.change((params) => withParams(params, { create, into: undefined }), {
      replace: create === undefined || creating !== null,
    })
  const change: ChangeFleetList = (next, options) =>
    address.change((params) => withFleetList(params, { ...tableStays, ...next }), options)

  return (
    <PageFrame
      // The layout of the organization has its own breadcrumbs.
      crumbs={place ? undefined : [{ label: title }]}
      title={title}
      count={formatNumber(list.total)}
      wide={place === undefined}
      actions={
        <>
          <SegmentedControl
            label={fleetListText.view}
            value={shownFleetView(state, list.total)}
            options={fleetViews
              .filter((value) => value !== 'roles' || part)
              .map((value) => ({ value, label: fleetListText.views[value] }))}
            onChange={(view) => change({ view }, { replace: true })}
          />
          {/* Teams and members get access to existing applications; only organizations own them. */}
          {part ? (
            <Suspense fallback={null}>
              <GiveAccessButton place={part} fleetClass={fleetClass} />
            </Suspense>
          ) : (
            <>
              {offers('builds') && (
                <Button
                  icon={<IconRocket size={16} aria-hidden="true" />}
                  onClick={() => setCreating('deploy')}
                >
                  {deployLinkText.open}
                </Button>
              )}
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
      {part && state.view === 'roles' ? (
        <Suspense fallback={null}>
          <PartRoles place={part} fleetClass={fleetClass} />
        </Suspense>
      ) : (
        <FleetList
          shown={shown}
          state={state}
          stale={address.pending}
          place={place}
          onChange={change}
          onCreate={() => setCreating('new')}
          onDeploy={() => setCreating('deploy')}
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
  const isScoped = useParams().orgId !== undefined
  const { title } = classText[fleetClass]
  return (
    <LoadErrorPage
      crumbs={isScoped ? undefined : [{ label: title }]}
      title={title}
      failed={fleetListText.loadFailed(fleetClass)}
    />
  )
}
