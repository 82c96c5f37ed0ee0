import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { noCounts, shownStatuses, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import * as poll from '@/domain/polling.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import type { SimulatedFleetHistory, SimulationData } from '@/simulation/simulation-data-context.tsx'
import type { RolloutMoment } from './rollout-moments.ts'

export const historySpans = ['day', 'week'] as const
export type HistorySpan = (typeof historySpans)[number]

const HOUR = 3_600_000
const hoursOf: Record<HistorySpan, number> = { day: 24, week: 168 }
/** The browser records at least every five minutes while a page is open; a longer gap is one. */
const LIVE_GAP_MS = 15 * 60_000

/** Something that happened to many devices of a fleet at once. */
export type FleetEvent =
  | { kind: 'target'; at: number; release: string }
  | { kind: 'outage'; at: number; until: number | null; devices: number }
  | { kind: 'os-update'; at: number; version: string; devices: number }
  | RolloutMoment

/** The devices of a fleet by status over time. */
export interface FleetHistory {
  /** Milliseconds since 1970. */
  from: number
  to: number
  points: readonly { at: number; counts: StatusCounts }[]
  events: readonly FleetEvent[]
  /** Between points that are further apart, nothing is known; in ms. */
  gap: number
  source: 'world' | 'browser'
}

/** The histories of fleets: of a simulated world from its own records, else what this browser has read before. */
export const fleetHistoriesQuery = (
  fleets: readonly number[],
  span: HistorySpan,
  world: SimulationData | null,
) => {
  const ids = fleets.toSorted((a, b) => a - b)
  return queryOptions({
    queryKey: ['fleet-history', { ids, span, simulated: world !== null }],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, FleetHistory>> => {
      if (ids.length === 0) return new Map()
      return world === null ? readRecorded(ids, span) : readWorld(ids, span, world, signal)
    },
    refetchInterval: poll.fleetHistory,
  })
}

async function readRecorded(ids: readonly number[], span: HistorySpan) {
  const { fleetCountsHistory } = await import('@/engines/fleet-history/fleet-counts.ts')
  const to = api().now()
  const from = to - hoursOf[span] * HOUR
  const read = await fleetCountsHistory(api().session.claims()?.id ?? 0).read(ids, from, to)
  return new Map(
    [...read].map(([fleet, points]): [number, FleetHistory] => [
      fleet,
      { from, to, points, events: [], gap: LIVE_GAP_MS, source: 'browser' },
    ]),
  )
}

async function readWorld(
  ids: readonly number[],
  span: HistorySpan,
  world: SimulationData,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, FleetHistory>> {
  const histories = await world.fleetHistories(ids, hoursOf[span])
  const releases = histories.flatMap(({ events }) => events.flatMap(({ release }) => release ?? []))
  const labels = await labelsOf(releases, signal)
  return new Map(histories.map((history) => [history.fleet, historyOf(history, labels)]))
}

async function labelsOf(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await api().data.query('release', signal, {
    $select: ['id', 'commit', 'raw_version'],
    $filter: { id: { $in: [...new Set(ids)] } },
  })
  return new Map(rows.map((release) => [release.id, releaseLabel(release)]))
}

/** The contract's form of a simulated history as that of the dashboard. */
function historyOf(
  { from, everyMs, statuses, events }: SimulatedFleetHistory,
  labels: ReadonlyMap<number, string>,
): FleetHistory {
  const start = Date.parse(from)
  const steps = Math.max(0, ...Object.values(statuses).map((counts) => counts.length))
  const points = Array.from({ length: steps }, (_, step) => {
    const counts = noCounts()
    for (const status of shownStatuses) counts[status] = statuses[status]?.[step] ?? 0
    return { at: start + step * everyMs, counts }
  })
  return {
    from: start,
    to: start + Math.max(0, steps - 1) * everyMs,
    points,
    events: events.flatMap(({ kind, at, until, devices = 0, version = '', release }): FleetEvent[] => {
      const time = Date.parse(at)
      switch (kind) {
        case 'target': {
          const label = release === undefined ? undefined : labels.get(release)
          return label === undefined ? [] : [{ kind, at: time, release: label }]
        }
        case 'outage':
          return [{ kind, at: time, until: typeof until === 'string' ? Date.parse(until) : null, devices }]
        case 'os-update':
          return [{ kind, at: time, version, devices }]
      }
    }),
    gap: everyMs * 1.5,
    source: 'world',
  }
}
