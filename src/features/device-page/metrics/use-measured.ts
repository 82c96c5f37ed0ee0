import { useQuery } from '@tanstack/react-query'
import type { MeasuredPoint } from '@/engines/history/observation.ts'
import { SEEN_GAP_MS, type SeenSpan } from '@/engines/history/observed-periods.ts'
import { seenHistoryQuery } from '@/features/device-page/history/history.queries.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { useTimeSource } from '@/ui/display/now.tsx'
import { worldMetricsQuery } from './metric-history.queries.ts'
import { metricSeries, rangeMs, type MetricSeries, type Range } from './metric-series.ts'

/**
 * Devices report every five minutes; a gap of more than two reports interrupts the line
 * (docs/platform/device-protocol.md).
 */
const WORLD_GAP_MS = 11 * 60_000

export interface Measured {
  /** The simulated world, which has complete data, or the history collected by this browser. */
  source: 'world' | 'seen'
  pending: boolean
  failed: boolean
  /** Whether the history collected by this browser is stored beyond the page; undefined if unknown. */
  isKept: boolean | undefined
  series: MetricSeries[]
  /** Status and connection as observed by this browser. */
  spans: readonly SeenSpan[]
  /** Range in ms since 1970. */
  from: number
  to: number
  /** Gaps longer than this interrupt the line, in ms. */
  gap: number
}

const noSpans: readonly SeenSpan[] = []
const none: readonly MeasuredPoint[] = []

/** The available metrics of the last hour, day or week. */
export function useMeasured(uuid: string, range: Range): Measured {
  const time = useTimeSource()
  const simulation = useSimulationData()
  const now = () => time.now()
  const world = useQuery(worldMetricsQuery(uuid, range, simulation, now))
  const seen = useQuery(seenHistoryQuery(uuid, rangeMs[range], now))
  const isWorld = simulation !== null && world.data !== undefined
  const points = world.data ?? seen.data?.points ?? none
  const to = Math.max(time.now(), points.at(-1)?.at ?? 0)
  const from = to - rangeMs[range]
  return {
    source: isWorld ? 'world' : 'seen',
    pending: simulation === null ? seen.isPending : world.isPending,
    failed: world.error !== null,
    isKept: seen.data?.isKept,
    series: metricSeries(points, from, to),
    spans: seen.data?.spans ?? noSpans,
    from,
    to,
    gap: isWorld ? WORLD_GAP_MS : SEEN_GAP_MS,
  }
}
