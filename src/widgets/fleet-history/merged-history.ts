import { noCounts, shownStatuses, totalDevices, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import type { FleetHistory } from './fleet-history.queries.ts'

/** The sum of counts by status. */
export function summedStatuses(all: readonly StatusCounts[]): StatusCounts {
  const sum = noCounts()
  for (const counts of all) for (const status of shownStatuses) sum[status] += counts[status]
  return sum
}

/** The histories of several fleets as one, if they have the same times. A fleet that never had devices adds nothing. */
export function mergedHistory(histories: ReadonlyMap<number, FleetHistory>): FleetHistory | undefined {
  const all = [...histories.values()].filter(({ points }) => !isEmpty(points))
  const [first] = all
  if (!first) return undefined
  const isAligned = all.every(
    ({ from, points }) =>
      from === first.from &&
      points.length === first.points.length &&
      points.every(({ at }, index) => at === first.points[index]?.at),
  )
  if (!isAligned) return undefined
  const points = first.points.map(({ at }, index) => ({
    at,
    counts: summedStatuses(all.flatMap((history) => history.points[index]?.counts ?? [])),
  }))
  return { ...first, points }
}

const isEmpty = (points: FleetHistory['points']) =>
  points.length > 0 && points.every(({ counts }) => totalDevices(counts) === 0)
