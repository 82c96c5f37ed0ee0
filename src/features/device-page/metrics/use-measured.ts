import { useQuery } from '@tanstack/react-query'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { useTimeSource } from '@/ui/display/now.tsx'
import { pollHistoryQuery } from '../history/history.queries.ts'
import { emptyPollHistory } from '../history/poll-history.ts'
import { worldMetricsQuery } from './metric-history.queries.ts'
import { metricSeries, rangeMs, type MetricSeries, type Range } from './metric-series.ts'

/** A device reports every five minutes; a silence of more than two reports breaks the line (docs/platform/device-protocol.md). */
const WORLD_GAP_MS = 11 * 60_000
/** The page notes a point a minute while it is open. */
const SEEN_GAP_MS = 3 * 60_000

export interface Measured {
  /** From the simulated world, which knows all, or from what this page has seen. */
  source: 'world' | 'seen'
  pending: boolean
  failed: boolean
  series: MetricSeries[]
  /** The stretch of time, in ms since 1970. */
  from: number
  to: number
  /** A longer silence breaks a line, in ms. */
  gap: number
}

/** What is known of a device's figures in the last hour or day. */
export function useMeasured(uuid: string, range: Range): Measured {
  const time = useTimeSource()
  const simulation = useSimulationData()
  const world = useQuery(worldMetricsQuery(uuid, range, simulation, () => time.now()))
  const { data: seen = emptyPollHistory } = useQuery(pollHistoryQuery(uuid))
  const points = world.data ?? seen.points
  const to = Math.max(time.now(), points.at(-1)?.at ?? 0)
  const from = to - rangeMs[range]
  return {
    source: world.data ? 'world' : 'seen',
    pending: simulation !== null && world.isPending,
    failed: world.error !== null,
    series: metricSeries(points, from, to),
    from,
    to,
    gap: world.data ? WORLD_GAP_MS : SEEN_GAP_MS,
  }
}
