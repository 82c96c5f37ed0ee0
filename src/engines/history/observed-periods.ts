import type { ShownDeviceStatus } from '@/domain/device/device-status.ts'
import type { Connection, Observation, MeasuredPoint } from './observation.ts'

/** A period in which a device was observed in the same state. */
export interface SeenSpan {
  /** Milliseconds since 1970. */
  from: number
  /** When it was last observed in this state. */
  to: number
  status: ShownDeviceStatus
  connection: Connection
}

/** What was observed of a device; both lists are oldest first. */
export interface Seen {
  points: MeasuredPoint[]
  spans: SeenSpan[]
}

export const nothingSeen: Seen = { points: [], spans: [] }

/** One point is kept per minute. */
const POINT_EVERY_MS = 60_000
/** A longer time between two observations counts as unknown; the slowest list is read once a minute. */
export const SEEN_GAP_MS = 3 * 60_000

const isSame = (one: SeenSpan, other: Pick<SeenSpan, 'status' | 'connection'>) =>
  one.status === other.status && one.connection === other.connection

/**
 * Adds an observation; `grew` is false if it only made the last span longer. If the clock went back, later observations are
 * dropped.
 */
export function withObservation(before: Seen, { status, connection, metrics }: Observation, at: number) {
  const points = before.points.filter((point) => point.at <= at)
  const spans = before.spans
    .filter((span) => span.from <= at)
    .map((span) => (span.to > at ? { ...span, to: at } : span))
  const lastPoint = points.at(-1)
  const addsPoint =
    metrics !== null && (lastPoint === undefined || at - lastPoint.at >= POINT_EVERY_MS || lastPoint.at > at)
  if (addsPoint) points.push({ at, ...metrics })
  const last = spans.at(-1)
  const isContinued =
    last !== undefined && isSame(last, { status, connection }) && at - last.to <= SEEN_GAP_MS
  if (isContinued) spans[spans.length - 1] = { ...last, to: at }
  else spans.push({ from: at, to: at, status, connection })
  return { seen: { points, spans }, grew: addsPoint || !isContinued }
}

/** Merges the parts of several tabs and hours: one point a minute, and no overlapping spans. */
export function joinSeen(parts: readonly Seen[], from: number, to: number): Seen {
  const points: MeasuredPoint[] = []
  for (const point of parts.flatMap((part) => part.points).toSorted((a, b) => a.at - b.at)) {
    if (point.at < from || point.at > to) continue
    if (point.at - (points.at(-1)?.at ?? -Infinity) >= POINT_EVERY_MS) points.push(point)
  }
  return { points, spans: within(joinSpans(parts.flatMap((part) => part.spans)), from, to) }
}

function joinSpans(all: readonly SeenSpan[]): SeenSpan[] {
  const joined: SeenSpan[] = []
  const waiting = all.toSorted((a, b) => b.from - a.from)
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    const last = joined.at(-1)
    if (last === undefined || span.from - last.to > SEEN_GAP_MS) joined.push({ ...span })
    else if (isSame(last, span)) last.to = Math.max(last.to, span.to)
    else {
      // A short span of one tab lies within a longer span of another, which continues afterwards.
      if (last.to > span.to) {
        const rest = { ...last, from: span.to }
        const index = waiting.findLastIndex(({ from }) => from >= rest.from) + 1
        waiting.splice(index, 0, rest)
      }
      last.to = span.from
      joined.push({ ...span })
    }
  }
  // Drops empty spans that start at the same time as the next one.
  return joined.filter((span, index) => span.to > span.from || joined[index + 1]?.from !== span.from)
}

const within = (spans: readonly SeenSpan[], from: number, to: number) =>
  spans
    .filter((span) => span.to >= from && span.from <= to)
    .map((span) => ({ ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) }))

/** How often a device lost contact: it was connected, and at the next observation it was not. */
export const lossesIn = (spans: readonly SeenSpan[]): number =>
  spans.filter(
    ({ connection }, index) =>
      connection === 'offline' && (spans[index - 1]?.connection ?? 'offline') !== 'offline',
  ).length
