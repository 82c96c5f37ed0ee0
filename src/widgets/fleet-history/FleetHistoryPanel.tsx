import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { deviceStatusTone, type ShownDeviceStatus } from '@/domain/device/device-status.ts'
import { shownStatuses, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import {
  asSentence,
  formatDayTime,
  formatInstant,
  formatNumber,
  formatSpan,
  timeZoneName,
} from '@/lib/format.ts'
import { sentences } from '@/messages/common/compose.ts'
import { timeText } from '@/messages/common/time.ts'
import { deviceStatusText } from '@/messages/device-list/statuses.ts'
import { fleetHistoryText as text } from '@/messages/fleets/fleet-history.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { StackedTimeChart } from '@/ui/chart/StackedTimeChart.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import {
  fleetHistoriesQuery,
  historySpans,
  type FleetEvent,
  type FleetHistory,
  type HistorySpan,
} from './fleet-history.queries.ts'
import { rolloutMomentsQuery } from './rollout-events.queries.ts'
import type { RolloutMoment } from './rollout-moments.ts'
import styles from './FleetHistoryPanel.module.css'

const DevicesAtTime = lazy(() =>
  import('./DevicesAtTime.tsx').then((loaded) => ({ default: loaded.DevicesAtTime })),
)

/** From the bottom up. */
const STACK: readonly ShownDeviceStatus[] = [
  'updating',
  'configuring',
  'post-provisioning',
  'operational',
  'reduced-functionality',
  'inactive',
  'disconnected',
  'frozen',
]
const TROUBLE: readonly ShownDeviceStatus[] = ['reduced-functionality', 'disconnected', 'frozen']
const MAX_TABLE_ROWS = 200

export interface FleetHistoryPanelProps {
  fleetId: number
  fleetName: string
  span: HistorySpan
  onSpan: (span: HistorySpan) => void
}

interface Chosen {
  fleetId: number
  span: HistorySpan
  point: FleetHistory['points'][number]
}

/** The devices of a fleet by status over the last day or week, with what happened to many of them. */
export function FleetHistoryPanel({ fleetId, fleetName, span, onSpan }: FleetHistoryPanelProps) {
  const world = useSimulationData()
  const query = useQuery(fleetHistoriesQuery([fleetId], span, world))
  const moments = useQuery(rolloutMomentsQuery(fleetId, world !== null))
  const history = useMemo(
    () => withMoments(query.data?.get(fleetId), moments.data),
    [query.data, fleetId, moments.data],
  )
  const [isTable, setTable] = useState(false)
  // The point itself: the times of a later answer are other ones.
  const [chosen, setChosen] = useState<Chosen>()
  const point = chosen?.fleetId === fleetId && chosen.span === span ? chosen.point : undefined
  const isKnown = history !== undefined && history.points.length > 1
  return (
    <Panel
      title={text.title[span]}
      actions={
        <>
          {isKnown && (
            <Button size="s" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? text.table.hide : text.table.show}
            </Button>
          )}
          <SegmentedControl
            size="s"
            label={text.span}
            value={span}
            options={historySpans.map((value) => ({ value, label: text.spans[value] }))}
            onChange={onSpan}
          />
        </>
      }
    >
      <div className={styles.content}>
        {query.data === undefined ? (
          <QueryFallback query={query} failed={text.failed} compact lines={4} height={40} />
        ) : isKnown ? (
          <>
            <FleetHistoryChart
              fleetName={fleetName}
              history={history}
              onChoose={(index) => {
                const point = history.points[index]
                if (point) setChosen({ fleetId, span, point })
              }}
            />
            {point && (
              <Suspense fallback={null}>
                <DevicesAtTime
                  fleetId={fleetId}
                  at={point.at}
                  counts={point.counts}
                  onClose={() => setChosen(undefined)}
                />
              </Suspense>
            )}
            {isTable && <Table history={history} />}
          </>
        ) : (
          <EmptyState compact title={text.tooLittle} detail={text.tooLittleDetail} />
        )}
      </div>
      {isKnown && (
        <p className={styles.source}>
          {text.source[history.source]} {timeText.zone(timeZoneName(history.to))}
        </p>
      )}
    </Panel>
  )
}

export interface FleetHistoryChartProps {
  fleetName: string
  history: FleetHistory
  /** Called with the point that is pressed, by its index. */
  onChoose?: (index: number) => void
}

/** The devices of a fleet by status over time, with its events. */
export function FleetHistoryChart({ fleetName, history, onChoose }: FleetHistoryChartProps) {
  const { points } = history
  const seriesOf = (statuses: readonly ShownDeviceStatus[]) =>
    statuses
      .filter((status) => points.some(({ counts }) => counts[status] > 0))
      .map((status) => ({
        key: status,
        tone: deviceStatusTone[status],
        values: points.map(({ counts }) => counts[status]),
      }))
  const describe = (index: number) => {
    const point = points[index]
    if (!point) return text.unknown
    return text.at(formatInstant(point.at, { seconds: false }), partsOf(point.counts))
  }
  return (
    <StackedTimeChart
      range={{ from: history.from, to: history.to }}
      at={points.map(({ at }) => at)}
      series={seriesOf(STACK)}
      detail={seriesOf(TROUBLE)}
      detailLabel={text.trouble}
      marks={history.events.map((event) => ({ at: event.at, label: eventText(event) }))}
      gap={history.gap}
      label={sentences(asSentence(text.label(fleetName)), describe(points.length - 1))}
      pickLabel={onChoose ? text.pickAndOpen : text.pick}
      describe={describe}
      formatTick={(at) => formatDayTime(at, { short: true, zone: 'beside' })}
      formatValue={formatNumber}
      unit={text.unit}
      onChoose={onChoose}
    />
  )
}

const partsOf = (counts: StatusCounts) =>
  shownStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => text.part(status, formatNumber(counts[status])))

/** With what happened in the rollout of the fleet within the time that is shown. */
function withMoments(
  history: FleetHistory | undefined,
  moments: readonly RolloutMoment[] = [],
): FleetHistory | undefined {
  if (history === undefined) return undefined
  const shown = moments.filter(({ at }) => at >= history.from && at <= history.to)
  if (shown.length === 0) return history
  return { ...history, events: [...history.events, ...shown].toSorted((one, other) => one.at - other.at) }
}

/** An event as text. */
function eventText(event: FleetEvent): string {
  switch (event.kind) {
    case 'target':
      return text.target(event.release)
    case 'outage': {
      const duration = event.until === null ? null : formatSpan(event.until - event.at)
      return text.outage(formatNumber(event.devices), event.devices, duration)
    }
    case 'os-update':
      return text.osUpdate(event.version, formatNumber(event.devices), event.devices)
    case 'rollout':
      return event.text
  }
}

function Table({ history: { points, events } }: { history: FleetHistory }) {
  const present = shownStatuses.filter((status) => points.some(({ counts }) => counts[status] > 0))
  const every = Math.ceil(points.length / MAX_TABLE_ROWS)
  return (
    <div className={styles.table}>
      {events.length > 0 && (
        <PlainTable label={text.events}>
          <thead>
            <tr>
              <th scope="col">{text.table.time}</th>
              <th scope="col">{text.table.event}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr key={`${event.at} ${eventText(event)}`}>
                <th scope="row">{formatInstant(event.at, { seconds: false })}</th>
                <td>{eventText(event)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      <PlainTable label={text.table.show}>
        <thead>
          <tr>
            <th scope="col">{text.table.time}</th>
            {present.map((status) => (
              <th key={status} scope="col">
                {deviceStatusText[status]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points
            .filter((_, index) => index % every === 0 || index === points.length - 1)
            .toReversed()
            .map(({ at, counts }) => (
              <tr key={at}>
                <th scope="row">{formatInstant(at, { seconds: false })}</th>
                {present.map((status) => (
                  <td key={status}>{formatNumber(counts[status])}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </PlainTable>
    </div>
  )
}
