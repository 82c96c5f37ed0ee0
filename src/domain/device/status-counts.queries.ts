import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { withStatus } from './device-filters.ts'
import { needsAttention } from './device-issues.ts'
import { shownStatus } from './device-status.ts'
import { inScope, type DeviceScope } from './device-scope.ts'
import { noCounts, shownStatuses, type StatusCounts } from './status-breakdown.ts'
import * as poll from '@/domain/polling.ts'

const isMovingFleet = (counts: StatusCounts) =>
  counts.updating + counts.configuring + counts['post-provisioning'] > 0

export const fleetStatusCountsQuery = (fleetId: number) => statusCountsQuery({ fleetId })

/** How many devices show each status: one `/$count` for each status (DEVLIST-007). */
export const statusCountsQuery = (scope: DeviceScope) =>
  queryOptions({
    queryKey: ['device', 'counts', scope],
    queryFn: async ({ signal }): Promise<StatusCounts> => {
      const counts = noCounts()
      await Promise.all(
        shownStatuses.map(async (status) => {
          counts[status] = await api().data.query('device', signal, {
            $count: {
              $filter: { $and: [inScope(scope), withStatus(status, api().now())] },
            },
          })
        }),
      )
      return counts
    },
    refetchInterval: ({ state }) =>
      state.data && isMovingFleet(state.data) ? poll.statusCountsMoving : poll.statusCounts,
  })

/** How many devices of a fleet need somebody to look at them. */
export const attentionCountQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'counts', 'attention', { fleetId }],
    queryFn: ({ signal }) =>
      api().data.query('device', signal, {
        $count: { $filter: { $and: [{ belongs_to__application: fleetId }, needsAttention(api().now())] } },
      }),
    refetchInterval: poll.statusCounts,
  })

/** Of so many devices the statuses are read in one request; of more they are counted by the platform, a request for each status. */
const MOST_READ = 1_000

/** A fleet as the list has it. */
interface ListedFleet {
  id: number
  /** How many devices it has. */
  owns__device: number
}

/**
 * Counts by status of several fleets at once: one request while they have a thousand devices together, none for no devices.
 *
 * Of more devices each status is a request of its own, as a relation can be expanded only once in a request: eight requests,
 * whatever the number of fleets. Together with the list itself, read every 8 s, that is 8 × 60/16 + 60/8 ≈ 38 of the 350
 * requests that may go out in a minute. Counts are therefore read half as often as the list.
 */
export const listedStatusCountsQuery = (fleets: readonly ListedFleet[]) => {
  const ids = fleets.map(({ id }) => id).toSorted((a, b) => a - b)
  const devices = fleets.reduce((sum, { owns__device }) => sum + owns__device, 0)
  const way = devices === 0 ? 'none' : devices <= MOST_READ ? 'read' : 'count'
  return queryOptions({
    // How they are counted is no part of it: one more device must not take away what is shown.
    queryKey: ['application', 'counts', { fleetIds: ids }],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, StatusCounts>> => {
      const byFleet = new Map(ids.map((id) => [id, noCounts()]))
      if (way === 'read') await addStatuses(byFleet, signal)
      if (way === 'count') await addCounts(byFleet, signal)
      return byFleet
    },
    refetchInterval: poll.listedStatusCounts,
  })
}

async function addStatuses(byFleet: ReadonlyMap<number, StatusCounts>, signal: AbortSignal): Promise<void> {
  const fleets = await api().data.query('application', signal, {
    $select: ['id'],
    $filter: { id: { $in: [...byFleet.keys()] } },
    $expand: { owns__device: { $select: ['overall_status', 'is_frozen'] } },
  })
  for (const { id, owns__device } of fleets) {
    const counts = byFleet.get(id)
    if (counts) for (const device of owns__device) counts[shownStatus(device)] += 1
  }
}

async function addCounts(byFleet: ReadonlyMap<number, StatusCounts>, signal: AbortSignal): Promise<void> {
  await Promise.all(
    shownStatuses.map(async (status) => {
      const rows = await api().data.query('application', signal, {
        $select: ['id'],
        $filter: { id: { $in: [...byFleet.keys()] } },
        $expand: { owns__device: { $count: { $filter: withStatus(status, api().now()) } } },
      })
      for (const { id, owns__device } of rows) {
        const counts = byFleet.get(id)
        if (counts) counts[status] = owns__device
      }
    }),
  )
}
