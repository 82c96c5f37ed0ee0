import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { withStatus } from './device-filters.ts'
import { needsAttention } from './device-issues.ts'
import { inScope, type DeviceScope } from './device-scope.ts'
import { noCounts, shownStatuses, type StatusCounts } from './status-breakdown.ts'

/** How often the counts of one fleet are read while it is settled. */
const SETTLED_EVERY_MS = 30_000
/** How often while devices of the fleet are on their way to another status. */
const MOVING_EVERY_MS = 10_000
/** How often the counts of all listed fleets are read. */
const LISTED_EVERY_MS = 16_000

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
          counts[status] = await api().data.get({
            resource: 'device',
            options: {
              $count: {
                $filter: { $and: [inScope(scope), withStatus(status, api().now())] },
              },
            },
            passthrough: { signal },
          })
        }),
      )
      return counts
    },
    refetchInterval: ({ state }) =>
      state.data && isMovingFleet(state.data) ? MOVING_EVERY_MS : SETTLED_EVERY_MS,
  })

/** How many devices of a fleet need somebody to look at them. */
export const attentionCountQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'counts', 'attention', { fleetId }],
    queryFn: ({ signal }) =>
      api().data.get({
        resource: 'device',
        options: {
          $count: { $filter: { $and: [{ belongs_to__application: fleetId }, needsAttention(api().now())] } },
        },
        passthrough: { signal },
      }),
    refetchInterval: SETTLED_EVERY_MS,
  })

/**
 * Counts by status of several fleets at once.
 *
 * A relation can be expanded only once in a request, so each status is a request of its own: eight requests, whatever the
 * number of fleets. Together with the list itself, read every 8 s, that is 8 × 60/16 + 60/8 ≈ 38 of the 350 requests
 * that may go out in a minute. Counts are therefore read half as often as the list.
 */
export const listedStatusCountsQuery = (fleetIds: readonly number[]) =>
  queryOptions({
    queryKey: ['application', 'counts', { fleetIds: fleetIds.toSorted((a, b) => a - b) }],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, StatusCounts>> => {
      const byFleet = new Map(fleetIds.map((id) => [id, noCounts()]))
      // An empty `in ()` is malformed.
      if (fleetIds.length === 0) return byFleet
      await Promise.all(
        shownStatuses.map(async (status) => {
          const rows = await api().data.get({
            resource: 'application',
            options: {
              $select: ['id'],
              $filter: { id: { $in: fleetIds } },
              $expand: { owns__device: { $count: { $filter: withStatus(status, api().now()) } } },
            },
            passthrough: { signal },
          })
          for (const { id, owns__device } of rows) {
            const counts = byFleet.get(id)
            if (counts) counts[status] = owns__device
          }
        }),
      )
      return byFleet
    },
    refetchInterval: LISTED_EVERY_MS,
  })
