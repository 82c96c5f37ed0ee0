import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import * as poll from '@/domain/polling.ts'
import {
  rolloutFilter,
  targetFilter,
  targetGroups,
  type RolloutGroup,
  type RolloutRelease,
} from './rollout.ts'

export const ROLLOUT_PAGE_SIZE = 50

export type RolloutCounts = Record<RolloutGroup, number>

/** Number of devices whose target is the release. */
export function targetCount(counts: RolloutCounts): number {
  return targetGroups.reduce((sum, group) => sum + counts[group], 0)
}

/** Number of devices in each rollout group. */
export const rolloutCountsQuery = (fleetId: number, release: RolloutRelease) => {
  const { id, created_at, end_timestamp } = release
  return queryOptions({
    queryKey: ['device', 'rollout', 'counts', { fleetId, id, created_at, end_timestamp }],
    queryFn: async ({ signal }): Promise<RolloutCounts> => {
      const count = ($filter: DeviceFilter) => api().data.query('device', signal, { $count: { $filter } })
      const countGroup = (group: RolloutGroup) => count(rolloutFilter(fleetId, release, group))
      const [targets, landed, moving, failed, unseen, leaving] = await Promise.all([
        count(targetFilter(fleetId, release)),
        countGroup('landed'),
        countGroup('moving'),
        countGroup('failed'),
        countGroup('unseen'),
        countGroup('leaving'),
      ])
      // Devices may change groups between the responses: `waiting` is the remainder, so that the groups add up.
      const waiting = Math.max(0, targets - landed - moving - failed - unseen)
      return { landed, moving, waiting, failed, unseen, leaving }
    },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.moving + data.waiting + data.leaving > 0
        ? poll.rolloutMoving
        : poll.rolloutSettled,
  })
}

const release = { $select: ['id', 'commit', 'raw_version'] } as const

const readDevices = (
  fleetId: number,
  rolledOut: RolloutRelease,
  group: RolloutGroup,
  page: number,
  signal: AbortSignal,
) =>
  api().data.query('device', signal, {
    $select: [
      'id',
      'uuid',
      'device_name',
      'overall_status',
      'overall_progress',
      'is_frozen',
      'is_online',
      'last_connectivity_event',
    ],
    $expand: { is_running__release: release, should_be_running__release: release },
    $filter: rolloutFilter(fleetId, rolledOut, group),
    $orderby: [{ device_name: 'asc' }, { id: 'asc' }],
    $top: ROLLOUT_PAGE_SIZE,
    $skip: (page - 1) * ROLLOUT_PAGE_SIZE,
  })

export type RolloutDevice = Awaited<ReturnType<typeof readDevices>>[number]

/** One page of the devices of a group. */
export const rolloutDevicesQuery = (
  fleetId: number,
  rolledOut: RolloutRelease,
  group: RolloutGroup,
  page: number,
) => {
  const { id, created_at, end_timestamp } = rolledOut
  return queryOptions({
    queryKey: ['device', 'rollout', 'list', { fleetId, id, created_at, end_timestamp, group, page }],
    queryFn: ({ signal }) => readDevices(fleetId, rolledOut, group, page, signal),
    refetchInterval: group === 'landed' || group === 'unseen' ? poll.rolloutSettled : poll.rolloutMoving,
  })
}
