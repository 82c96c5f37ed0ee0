import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { queryText, type DeviceQuery } from '@/domain/device/query/device-query.ts'
import { fleetStatusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { insightsText as text } from '@/messages/fleet-health/fleet-insights.ts'
import { BarChart } from '@/ui/chart/BarChart.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import {
  chartBar,
  Chart,
  condition,
  ConnectivityChart,
  IssuesChart,
  StatusChart,
  VersionChart,
} from './InsightCharts.tsx'
import {
  RELEASES_SHOWN,
  runningReleasesQuery,
  seenCountsQuery,
  updateCountsQuery,
} from './insights.queries.ts'
import styles from './InsightsPage.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const fleet = await loadFleet(args)
  // Apps and blocks have no devices.
  if (fleet.is_of__class !== 'fleet') throw redirect(paths.application(fleet.id, fleet.is_of__class))
  const cache = cacheOf(args)
  readAhead(cache, fleetStatusCountsQuery(fleet.id))
  readAhead(cache, seenCountsQuery({ fleetId: fleet.id }))
  readAhead(cache, runningReleasesQuery(fleet.id))
  return { id: fleet.id }
}

/** Charts of a fleet's devices. Each bar links to a filtered device list. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const scope = { fleetId: id }
  const devices = paths.fleetDevices(id)
  const linkTo = (query: DeviceQuery) => `${devices}?q=${encodedPart(queryText(query))}`
  const file = (chart: string) => `${fleet.app_name}-${chart}`
  const releases = useQuery(runningReleasesQuery(id))
  const updates = useQuery(updateCountsQuery(id))
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(fleet.app_name)}>
      <p className={styles.note}>{text.note}</p>
      <div className={styles.charts}>
        <StatusChart scope={scope} whereStatus={(status) => `${devices}?status=${status}`} file={file} />
        <ConnectivityChart scope={scope} linkTo={linkTo} file={file} />
        <IssuesChart scope={scope} linkTo={linkTo} file={file} />
        <Chart title={text.releases.title} query={releases}>
          {({ running, none, elsewhere, total }) => {
            const [shown, rest] = [running.slice(0, RELEASES_SHOWN), running.slice(RELEASES_SHOWN)]
            const older = rest.reduce((sum, { count }) => sum + count, elsewhere)
            return (
              <BarChart
                title={text.releases.title}
                headers={{ label: text.releases.header, value: text.devices }}
                empty={text.releases.empty}
                total={total}
                file={file('releases')}
                isDistribution
                bars={[
                  ...shown.map(({ label, count }) => ({
                    key: label,
                    label,
                    value: count,
                    tone: 'info' as const,
                    to: linkTo(condition('release', '=', label)),
                  })),
                  ...chartBar('older', text.releases.older(formatNumber(rest.length)), older),
                  ...chartBar('none', text.releases.none, none, linkTo(condition('release', 'is empty'))),
                ]}
              />
            )
          }}
        </Chart>
        <Chart title={text.updates.title} query={updates}>
          {(data) => (
            <BarChart
              title={text.updates.title}
              headers={{ label: text.updates.header, value: text.devices }}
              empty={text.updates.empty}
              footer={text.updates.footer}
              file={file('updates')}
              scale={() => text.updates.scale}
              bars={data.map(({ label, targeted, landed, failed, underWay }) => ({
                key: label,
                label,
                value: landed,
                of: targeted,
                tone: failed > 0 ? 'warn' : 'ok',
                note: text.updates.parts(
                  failed,
                  formatNumber(failed),
                  underWay,
                  formatNumber(underWay),
                  formatNumber(targeted),
                ),
                to: linkTo(condition('target', '=', label)),
              }))}
            />
          )}
        </Chart>
        {(['os_version', 'supervisor_version'] as const).map((field) => (
          <VersionChart key={field} scope={scope} field={field} linkTo={linkTo} file={file} />
        ))}
      </div>
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} hidden failed={text.failed} />
