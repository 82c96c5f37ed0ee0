import { useQuery, useSuspenseQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { deviceStatusTone } from '@/domain/device/device-status.ts'
import { issueSeverity } from '@/domain/device/device-issues.ts'
import { queryText, type Condition, type DeviceQuery } from '@/domain/device/query/device-query.ts'
import { shownStatuses, statusLabel } from '@/domain/device/status-breakdown.ts'
import { fleetStatusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import { loadFleet } from '@/domain/fleet/fleet-loader.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { cacheOf, readAhead } from '@/domain/navigation/route-cache.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { LoadError } from '@/domain/screen/LoadError.tsx'
import { StaleNotice } from '@/domain/screen/StaleNotice.tsx'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { issueKindText } from '@/messages/devices.ts'
import { insightsText as text } from '@/messages/fleet-insights.ts'
import { BarChart, type ChartBar } from '@/ui/chart/BarChart.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import {
  RELEASES_SHOWN,
  runningReleasesQuery,
  seenCountsQuery,
  updateCountsQuery,
  versionCountsQuery,
  type SeenSpan,
  type VersionCount,
  type VersionField,
} from './insights.queries.ts'
import styles from './InsightsPage.module.css'
import { fleetIssuesQuery } from './issues.queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  const fleet = await loadFleet(args)
  // Apps and blocks have no devices.
  if (fleet.is_of__class !== 'fleet') throw redirect(paths.application(fleet.id, fleet.is_of__class))
  const cache = cacheOf(args)
  readAhead(cache, fleetStatusCountsQuery(fleet.id))
  readAhead(cache, seenCountsQuery(fleet.id))
  readAhead(cache, runningReleasesQuery(fleet.id))
  return { id: fleet.id }
}

const condition = (
  field: Exclude<Condition['of']['field'], 'tag'>,
  operator: Condition['operator'],
  ...values: string[]
): Condition => ({ kind: 'condition', of: { field }, operator, values })

const allOf = (...terms: Condition[]): DeviceQuery => ({ kind: 'and', terms })

const seenQueries: Record<SeenSpan, DeviceQuery> = {
  online: condition('online', '=', 'yes'),
  hour: allOf(condition('online', '=', 'no'), condition('seen', '>', '1h')),
  day: allOf(condition('online', '=', 'no'), condition('seen', '<=', '1h'), condition('seen', '>', '24h')),
  week: allOf(condition('online', '=', 'no'), condition('seen', '<=', '24h'), condition('seen', '>', '7d')),
  longer: allOf(condition('online', '=', 'no'), condition('seen', '<=', '7d')),
  never: allOf(condition('online', '=', 'no'), condition('seen', 'is empty')),
}

const seenTone: Record<SeenSpan, Tone> = {
  online: 'ok',
  hour: 'idle',
  day: 'warn',
  week: 'warn',
  longer: 'bad',
  never: 'idle',
}

const lineTone = { next: 'info', current: 'ok', sunset: 'warn', outdated: 'bad' } as const

/** Charts of a fleet's devices, each bar a filter of the device list. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const devices = paths.fleetDevices(id)
  const where = (query: DeviceQuery) => `${devices}?q=${encodeURIComponent(queryText(query))}`
  const file = (chart: string) => `${fleet.app_name}-${chart}`
  const counts = useQuery(fleetStatusCountsQuery(id))
  const seen = useQuery(seenCountsQuery(id))
  const releases = useQuery(runningReleasesQuery(id))
  const updates = useQuery(updateCountsQuery(id))
  const issues = useQuery(fleetIssuesQuery(id))
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(fleet.app_name)}>
      <p className={styles.note}>{text.note}</p>
      <div className={styles.charts}>
        <Chart title={text.status.title} query={counts}>
          {(data) => (
            <BarChart
              title={text.status.title}
              headers={{ label: text.status.header, value: text.devices }}
              empty={text.noDevices}
              file={file('status')}
              bars={shownStatuses
                .filter((status) => data[status] > 0)
                .map((status) => ({
                  key: status,
                  label: statusLabel[status],
                  value: data[status],
                  tone: deviceStatusTone[status],
                  to: `${devices}?status=${status}`,
                }))}
            />
          )}
        </Chart>
        <Chart title={text.seen.title} query={seen}>
          {(data) => (
            <BarChart
              title={text.seen.title}
              headers={{ label: text.seen.header, value: text.devices }}
              empty={text.noDevices}
              file={file('connectivity')}
              bars={data
                .filter(({ count }) => count > 0)
                .map(({ span, count }) => ({
                  key: span,
                  label: text.seen[span],
                  value: count,
                  tone: seenTone[span],
                  to: where(seenQueries[span]),
                }))}
            />
          )}
        </Chart>
        <Chart title={text.issues.title} query={issues}>
          {(data) => (
            <BarChart
              title={text.issues.title}
              headers={{ label: text.issues.header, value: text.devices }}
              empty={text.issues.empty}
              file={file('issues')}
              bars={data.map(({ kind, count }) => ({
                key: kind,
                label: issueKindText[kind],
                value: count,
                tone: issueSeverity(kind) === 'critical' ? 'bad' : 'warn',
                to: where(condition('issue', '=', kind)),
              }))}
            />
          )}
        </Chart>
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
                bars={[
                  ...shown.map(({ label, count }) => ({
                    key: label,
                    label,
                    value: count,
                    tone: 'info' as const,
                    to: where(condition('release', '=', label)),
                  })),
                  ...barOf('older', text.releases.older(formatNumber(rest.length)), older),
                  ...barOf('none', text.releases.none, none, where(condition('release', 'is empty'))),
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
                to: where(condition('target', '=', label)),
              }))}
            />
          )}
        </Chart>
        {(['os_version', 'supervisor_version'] as const).map((field) => (
          <VersionChart key={field} fleetId={id} field={field} where={where} file={file} />
        ))}
      </div>
    </PageFrame>
  )
}

const barOf = (key: string, label: string, value: number, to?: string): ChartBar[] =>
  value === 0 ? [] : [{ key, label, value, tone: 'idle', to }]

interface VersionChartProps {
  fleetId: number
  field: VersionField
  where: (query: DeviceQuery) => string
  file: (chart: string) => string
}

function VersionChart({ fleetId, field, where, file }: VersionChartProps) {
  const query = useQuery(versionCountsQuery(fleetId, field))
  const isOs = field === 'os_version'
  const { title, header, empty } = isOs ? text.os : text.supervisor
  const name = isOs ? 'os' : 'supervisor'
  const bar = ({ version, count, line }: VersionCount): ChartBar => ({
    key: version,
    label: version,
    value: count,
    tone: line === null ? 'info' : lineTone[line],
    note: line === null ? undefined : text.lines[line],
    to: where(condition(name, '=', version)),
  })
  return (
    <Chart title={title} query={query}>
      {({ counted, unknown, others, total }) => (
        <BarChart
          title={title}
          headers={{ label: header, value: text.devices }}
          empty={empty}
          total={total}
          file={file(name)}
          bars={[
            ...counted.map(bar),
            ...barOf('others', text.moreVersions, others),
            ...barOf('unknown', text.notReported, unknown, where(condition(name, 'is empty'))),
          ]}
        />
      )}
    </Chart>
  )
}

interface ChartProps<Data> {
  title: string
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** A chart once its figures are there. */
function Chart<Data>({ title, query, children }: ChartProps<Data>) {
  if (query.data !== undefined)
    return (
      <div>
        <StaleNotice query={query} />
        {children(query.data)}
      </div>
    )
  return (
    <Panel title={title}>
      {query.isError ? (
        <ErrorState
          compact
          title={text.failed}
          detail={errorMessage(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <LoadingRegion>
          <SkeletonLines lines={5} height={20} />
        </LoadingRegion>
      )}
    </Panel>
  )
}

export function ErrorBoundary() {
  return (
    <PageFrame title={text.title} hidden>
      <LoadError title={text.failed} />
    </PageFrame>
  )
}
