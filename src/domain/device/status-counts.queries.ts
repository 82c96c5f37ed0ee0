import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import { paced } from '@/domain/pace.ts'
import * as poll from '@/domain/polling.ts'
import { withStatus } from './device-filters.ts'
import { needsAttention } from './device-issues.ts'
import { inScope, type DeviceScope } from './device-scope.ts'
import { shownStatus } from './device-status.ts'
import { noCounts, possibleStatuses, type StatusCounts } from './status-breakdown.ts'

const isMovingFleet = (counts: StatusCounts) =>
  counts.updating + counts.configuring + counts['post-provisioning'] > 0

export const fleetStatusCountsQuery = (fleetId: number) => statusCountsQuery({ fleetId })

/** The number of devices by status: one `/$count` per status that devices of this platform can have (DEVLIST-007); the API layer sends two at a time. */
export const statusCountsQuery = (scope: DeviceScope) =>
  queryOptions({
    queryKey: ['device', 'counts', scope],
    ...paced<StatusCounts>(
      (counts) => (counts && isMovingFleet(counts) ? poll.statusCountsMoving : poll.statusCounts),
      async ({ signal }) => {
        const counts = noCounts()
        await Promise.all(
          possibleStatuses().map(async (status) => {
            counts[status] = await api().data.query('device', signal, {
              $count: {
                $filter: { $and: [inScope(scope), withStatus(status, api().now())] },
              },
            })
          }),
        )
        return counts
      },
    ),
  })

/** The number of devices of a fleet that need attention. */
export const attentionCountQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'counts', 'attention', { fleetId }],
    ...paced<number>(poll.statusCounts, ({ signal }) =>
      api().data.query('device', signal, {
        $count: { $filter: { $and: [{ belongs_to__application: fleetId }, needsAttention(api().now())] } },
      }),
    ),
  })

/** Up to this number of devices, statuses are read in one request; above it, the platform counts them with a request per status. */
const MAX_READ = 1_000

/** A fleet of the list. */
interface ListedFleet {
  id: number
  /** Its number of devices. */
  owns__device: number
}

/** The devices of a fleet of the list, by status. */
export interface ListedStatus {
  counts: StatusCounts
  /** The devices, if they were read to be counted. */
  devices?: readonly ListedDevice[]
}

type ListedDevice = Pick<Model['device']['Read'], 'uuid' | 'device_name' | 'overall_status' | 'is_frozen'>

/**
 * Counts by status of several fleets: one request if they have at most a thousand devices in total, none if they have no
 * devices. With more devices, each status needs a request, because a relation can be expanded only once per request:
 * eight requests, whatever the number of fleets. Together with the list, polled every 8 s, that is 8 × 60/16 + 60/8 ≈ 38
 * of the 350 requests allowed per minute. Therefore counts are polled half as often as the list.
 */
export const listedStatusCountsQuery = (fleets: readonly ListedFleet[]) => {
  const ids = fleets.map(({ id }) => id).toSorted((a, b) => a - b)
  const devices = fleets.reduce((sum, { owns__device }) => sum + owns__device, 0)
  const method = devices === 0 ? 'none' : devices <= MAX_READ ? 'read' : 'count'
  return queryOptions({
    // The method of counting is not part of the query key: one more device must not clear the displayed counts.
    queryKey: ['application', 'counts', { fleetIds: ids }],
    ...paced<ReadonlyMap<number, ListedStatus>>(poll.listedStatusCounts, async ({ signal }) => {
      const byFleet = new Map(ids.map((id): [number, ListedStatus] => [id, { counts: noCounts() }]))
      if (method === 'read') await addStatuses(byFleet, signal)
      if (method === 'count') await addCounts(byFleet, signal)
      return byFleet
    }),
  })
}

async function addStatuses(byFleet: ReadonlyMap<number, ListedStatus>, signal: AbortSignal): Promise<void> {
  const fleets = await api().data.query('application', signal, {
    $select: ['id'],
    $filter: { id: { $in: [...byFleet.keys()] } },
    $expand: { owns__device: { $select: ['uuid', 'device_name', 'overall_status', 'is_frozen'] } },
  })
  for (const { id, owns__device } of fleets) {
    const fleet = byFleet.get(id)
    if (!fleet) continue
    for (const device of owns__device) fleet.counts[shownStatus(device)] += 1
    fleet.devices = owns__device
  }
}

async function addCounts(byFleet: ReadonlyMap<number, ListedStatus>, signal: AbortSignal): Promise<void> {
  await Promise.all(
    possibleStatuses().map(async (status) => {
      const rows = await api().data.query('application', signal, {
        $select: ['id'],
        $filter: { id: { $in: [...byFleet.keys()] } },
        $expand: { owns__device: { $count: { $filter: withStatus(status, api().now()) } } },
      })
      for (const { id, owns__device } of rows) {
        const fleet = byFleet.get(id)
        if (fleet) fleet.counts[status] = owns__device
      }
    }),
  )
}
