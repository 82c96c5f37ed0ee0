import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { readPlace } from '@/api/list-page.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import { downStatuses, issueFields } from '@/domain/device/device-issues.ts'
import { paced } from '@/domain/pace.ts'
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

const rolloutInterval = (counts: RolloutCounts | undefined) =>
  counts === undefined || counts.moving + counts.waiting + counts.leaving > 0
    ? poll.rolloutMoving
    : poll.rolloutSettled

/** Number of devices in each rollout group. */
export const rolloutCountsQuery = (fleetId: number, release: RolloutRelease) => {
  const { id, created_at, end_timestamp } = release
  return queryOptions({
    queryKey: ['device', 'rollout', 'counts', { fleetId, id, created_at, end_timestamp }],
    ...paced<RolloutCounts>(rolloutInterval, async ({ signal }) => {
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
    }),
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
  readPlace(
    {
      resource: 'device',
      $filter: rolloutFilter(fleetId, rolledOut, group),
      $orderby: [{ device_name: 'asc' }, { id: 'asc' }],
    },
    { from: (page - 1) * ROLLOUT_PAGE_SIZE, count: ROLLOUT_PAGE_SIZE },
    signal,
    (rows) =>
      api().data.query('device', signal, {
        $select: ['id', 'uuid', 'device_name', 'overall_progress', ...issueFields],
        $expand: {
          is_running__release: release,
          should_be_running__release: release,
          image_install: { $select: ['status'], $filter: { status: { $in: [...downStatuses] } } },
        },
        ...rows,
      }),
  )

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
    ...paced(
      group === 'landed' || group === 'unseen' ? poll.rolloutSettled : poll.rolloutMoving,
      ({ signal }) => readDevices(fleetId, rolledOut, group, page, signal),
    ),
  })
}
