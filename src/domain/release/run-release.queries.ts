import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import * as poll from '@/domain/polling.ts'

/** The effect on the devices of a fleet if it ran another release. */
export interface RunEffect {
  updates: number
  /** How many of the updating ones are online. */
  online: number
  /** Already running the release. */
  runs: number
  /** Pinned devices do not follow the fleet's release. */
  pinned: number
}

/** Counts the devices of a fleet by the effect of another release. */
export const runEffectQuery = (fleetId: number, release: number) =>
  queryOptions({
    queryKey: ['device', 'run-effect', { fleetId, release }],
    refetchInterval: poll.runRelease,
    queryFn: async ({ signal }): Promise<RunEffect> => {
      const count = (...conditions: DeviceFilter[]) =>
        api().data.query('device', signal, {
          $count: { $filter: { $and: [{ belongs_to__application: fleetId }, ...conditions] } },
        })
      const unpinned: DeviceFilter = { is_pinned_on__release: null }
      const runsAnother: DeviceFilter = {
        $or: [{ is_running__release: null }, { is_running__release: { $ne: release } }],
      }
      const [updates, online, runs, pinned] = await Promise.all([
        count(unpinned, runsAnother),
        count(unpinned, runsAnother, { is_online: true }),
        count(unpinned, { is_running__release: release }),
        count({ $not: unpinned }),
      ])
      return { updates, online, runs, pinned }
    },
  })

/** The next release before or after the current one, which the fleet could run. */
const neighbour = (fleetId: number, when: object, direction: 'asc' | 'desc', signal: AbortSignal) =>
  api().data.query('release', signal, {
    $select: ['id', 'commit', 'raw_version', 'created_at'],
    $filter: {
      belongs_to__application: fleetId,
      status: 'success',
      is_final: true,
      is_invalidated: false,
      created_at: when,
    },
    $orderby: [{ created_at: direction }, { id: direction }],
    $top: 1,
  })

/** The release before a time and the newest one after it; null if there is none. */
export const otherReleasesQuery = (fleetId: number, createdAt: string) =>
  queryOptions({
    queryKey: ['release', 'beside', { fleetId, createdAt }],
    refetchInterval: poll.runRelease,
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([
        neighbour(fleetId, { $lt: createdAt }, 'desc', signal),
        neighbour(fleetId, { $gt: createdAt }, 'desc', signal),
      ])
      return { before: before[0] ?? null, newest: after[0] ?? null }
    },
  })

/** Pins a fleet to a release. */
export const runReleaseCall = (fleetId: number, release: number) =>
  dataRequest('patch', {
    resource: 'application',
    id: fleetId,
    body: { should_be_running__release: release, should_track_latest_release: false },
  })
