import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { issueSeverity } from '@/domain/device/device-issues.ts'
import type { DeviceScope } from '@/domain/device/device-scope.ts'
import { deviceStatusTone, type ShownDeviceStatus } from '@/domain/device/device-status.ts'
import type { Condition, DeviceQuery } from '@/domain/device/query/device-query.ts'
import { shownStatuses, statusLabel, totalDevices } from '@/domain/device/status-breakdown.ts'
import { statusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { issueKindText } from '@/messages/device-list/devices.ts'
import { insightsText as text } from '@/messages/fleet-health/fleet-insights.ts'
import { BarChart, type ChartBar } from '@/ui/chart/BarChart.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { Panel } from '@/ui/layout/Panel.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import {
  seenCountsQuery,
  versionCountsQuery,
  type SeenSpan,
  type VersionCount,
  type VersionField,
} from './insights.queries.ts'
import { issuesQuery } from './issues.queries.ts'

const DeviceMatrix = lazy(() =>
  import('@/widgets/device/DeviceMatrix.tsx').then((loaded) => ({ default: loaded.DeviceMatrix })),
)

/** In px. */
const MATRIX_HEIGHT = 44

export const condition = (
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

export interface ScopeChartProps {
  scope: DeviceScope
  /** Link target for the devices that match this filter. */
  linkTo: (query: DeviceQuery) => string
  /** The name of an exported file, without its extension. */
  file: (chart: string) => string
}

interface StatusChartProps extends ScopeChartProps {
  /** Link target for the devices with this status. */
  whereStatus: (status: ShownDeviceStatus) => string
}

export function StatusChart({ scope, whereStatus, file }: Omit<StatusChartProps, 'linkTo'>) {
  const query = useQuery(statusCountsQuery(scope))
  return (
    <Chart title={text.status.title} query={query}>
      {(data) => (
        <BarChart
          picture={
            <Suspense fallback={<div style={{ height: MATRIX_HEIGHT }} />}>
              <DeviceMatrix
                label={text.status.title}
                counts={data}
                hrefOf={whereStatus}
                height={MATRIX_HEIGHT}
                withoutNumbers
              />
            </Suspense>
          }
          title={text.status.title}
          headers={{ label: text.status.header, value: text.devices }}
          empty={text.noDevices}
          file={file('status')}
          isDistribution
          bars={shownStatuses
            .filter((status) => data[status] > 0)
            .map((status) => ({
              key: status,
              label: statusLabel[status],
              value: data[status],
              tone: deviceStatusTone[status],
              to: whereStatus(status),
            }))}
        />
      )}
    </Chart>
  )
}

export function ConnectivityChart({ scope, linkTo, file }: ScopeChartProps) {
  const query = useQuery(seenCountsQuery(scope))
  return (
    <Chart title={text.seen.title} query={query}>
      {(data) => (
        <BarChart
          title={text.seen.title}
          headers={{ label: text.seen.header, value: text.devices }}
          empty={text.noDevices}
          file={file('connectivity')}
          isDistribution
          bars={data
            .filter(({ count }) => count > 0)
            .map(({ span, count }) => ({
              key: span,
              label: text.seen[span],
              value: count,
              tone: seenTone[span],
              to: linkTo(seenQueries[span]),
            }))}
        />
      )}
    </Chart>
  )
}

export function IssuesChart({ scope, linkTo, file }: ScopeChartProps) {
  const query = useQuery(issuesQuery(scope))
  // A device can have several issues: their shares are those of all devices.
  const counts = useQuery(statusCountsQuery(scope))
  const all = counts.data && totalDevices(counts.data)
  if (all === undefined)
    return (
      <Chart title={text.issues.title} query={counts}>
        {() => null}
      </Chart>
    )
  return (
    <Chart title={text.issues.title} query={query}>
      {(data) => (
        <BarChart
          title={text.issues.title}
          headers={{ label: text.issues.header, value: text.devices }}
          empty={text.issues.empty}
          total={all}
          scale={(total) => text.scale(formatNumber(total), total)}
          file={file('issues')}
          bars={data.map(({ kind, count }) => ({
            key: kind,
            label: issueKindText[kind],
            value: count,
            tone: issueSeverity(kind) === 'critical' ? 'bad' : 'warn',
            to: linkTo(condition('issue', '=', kind)),
          }))}
        />
      )}
    </Chart>
  )
}

export const chartBar = (key: string, label: string, value: number, to?: string): ChartBar[] =>
  value === 0 ? [] : [{ key, label, value, tone: 'idle', to }]

interface VersionChartProps extends ScopeChartProps {
  field: VersionField
}

export function VersionChart({ scope, field, linkTo, file }: VersionChartProps) {
  const query = useQuery(versionCountsQuery(scope, field))
  const isOs = field === 'os_version'
  const { title, header, empty } = isOs ? text.os : text.supervisor
  const name = isOs ? 'os' : 'supervisor'
  const bar = ({ version, count, line }: VersionCount): ChartBar => ({
    key: version,
    label: version,
    value: count,
    tone: line === null ? 'info' : lineTone[line],
    note: line === null ? undefined : text.lines[line],
    to: linkTo(condition(name, '=', version)),
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
          isDistribution
          bars={[
            ...counted.map(bar),
            ...chartBar('others', text.moreVersions, others),
            ...chartBar('unknown', text.notReported, unknown, linkTo(condition(name, 'is empty'))),
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

/** A chart, or its loading and error states. */
export function Chart<Data>({ title, query, children }: ChartProps<Data>) {
  if (query.data !== undefined)
    return (
      <div>
        <StaleNotice query={query} paced />
        {children(query.data)}
      </div>
    )
  return (
    <Panel title={title}>
      <QueryFallback query={query} failed={text.failed} compact lines={5} height={20} />
    </Panel>
  )
}
