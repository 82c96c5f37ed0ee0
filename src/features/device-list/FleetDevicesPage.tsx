import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetStatusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { featureFlagsQuery, usualFlags } from '@/domain/platform/feature-flags.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { possibleId } from '@/widgets/navigation/parse-route-id.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { useListAddress } from '@/widgets/navigation/use-list-address.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { defaultLayout } from './columns/column-flags.ts'
import { rememberedLayout } from './columns/table-layout.ts'
import { useOptimisticLayout } from './columns/use-optimistic-layout.ts'
import { deviceListState, withDeviceList, type ChangeDeviceList } from './data/device-list-state.ts'
import { fleetDevicesQuery } from './data/devices.queries.ts'
import { DevicesBreakdown } from './DevicesBreakdown.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { DevicesToolbar } from './DevicesToolbar.tsx'
import { rememberedViews } from './views/saved-views.ts'

export async function loader(args: LoaderFunctionArgs) {
  const cache = cacheOf(args)
  readAhead(cache, featureFlagsQuery())
  const state = deviceListState(new URL(args.request.url).searchParams)
  const chosen = state.layout ?? rememberedLayout()
  const idInPath = possibleId(args.params.applicationId)
  if (idInPath !== undefined) {
    // The rows are requested in parallel with the fleet and the flags, assuming default flags. With other flags they
    // are requested again.
    readAhead(cache, fleetDevicesQuery(idInPath, state, (chosen ?? defaultLayout(usualFlags)).columns))
  }
  const { id } = await loadFleet(args)
  const layout = chosen ?? defaultLayout(await cache.ensureQueryData(featureFlagsQuery()))
  rememberedViews()
  // The counts are not read ahead: their ten requests with their preflights would compete with the rows for the connections and the
  // processor. Components read them when the rows are drawn.
  await cache.ensureQueryData(fleetDevicesQuery(id, state, layout.columns))
  return { id, layout }
}

/** The devices of a fleet. The platform searches, filters, sorts and pages them as the address says. */
export function Component() {
  const { id, layout } = useLoaderData<typeof loader>()
  const address = useListAddress()
  const shown = deviceListState(address.shown)
  const state = deviceListState(address.wanted)
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const list = useSuspenseQuery(fleetDevicesQuery(id, shown, layout.columns))
  const counts = useQuery(fleetStatusCountsQuery(id))

  const change: ChangeDeviceList = (next, options) =>
    address.change((params) => withDeviceList(params, next), options)
  const [layouts, setLayout] = useOptimisticLayout(layout, shown.layout, (next) =>
    change({ layout: next }, { replace: true }),
  )

  return (
    <PageFrame title={devicesText.title} documentTitle={devicesText.documentTitle(fleet.app_name)} hidden>
      <DevicesBreakdown fleetId={id} counts={counts} params={address.wanted} />
      <DevicesToolbar
        fleetId={id}
        fleetName={fleet.app_name}
        fleetSlug={fleet.slug}
        state={state}
        layout={layouts.requested}
        onLayout={setLayout}
        total={list.data.total}
        filter={list.data.filter}
        params={address.wanted}
        onChange={change}
      />
      <StaleNotice query={list} paced />
      {/* The selection is reset by another filter, but kept across pages and orders. */}
      <DevicesSection
        key={JSON.stringify([id, shown.status, shown.text])}
        fleetId={id}
        devices={list.data.devices}
        total={list.data.total}
        filter={list.data.filter}
        shown={shown}
        state={state}
        layout={layouts.shown}
        onLayout={setLayout}
        stale={address.pending}
        onChange={change}
      />
    </PageFrame>
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={devicesText.title} hidden failed={devicesText.loadFailed} />
)
