import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import { paced } from '@/domain/pace.ts'
import * as poll from '@/domain/polling.ts'
import { deviceIssues, downStatuses, issueFields, issueSince, needsAttention } from './device-issues.ts'

/** A device that needs attention. */
export type AttentiveDevice = Pick<Model['device']['Read'], 'uuid' | 'overall_status' | 'is_frozen'>

const DAY = 86_400_000
/** More are only counted. */
const MAX_READ = 500

/** The devices of several fleets that need attention. */
export interface FleetsAttention {
  count: number
  /** Those with an issue that began in the last 24 hours, as far as the platform has its time; undefined if not all were read. */
  newToday: number | undefined
  /** By fleet id; undefined if not all were read. */
  byFleet: ReadonlyMap<number, readonly AttentiveDevice[]> | undefined
}

/** The devices of several fleets that need attention: one request, and a second one if they are too many to be read. */
export const fleetsAttentionQuery = (fleets: readonly number[]) => {
  const ids = fleets.toSorted((a, b) => a - b)
  return queryOptions({
    queryKey: ['device', 'counts', 'attention', { fleetIds: ids }],
    ...paced<FleetsAttention>(poll.statusCounts, async ({ signal }) => {
      const now = api().now()
      const $filter = { $and: [{ belongs_to__application: { $in: ids } }, needsAttention(now)] }
      const rows = await readAttentive($filter, signal)
      if (rows.length === MAX_READ) {
        const count = await api().data.query('device', signal, { $count: { $filter } })
        if (count > rows.length) return { count, newToday: undefined, byFleet: undefined }
      }
      return {
        count: rows.length,
        newToday: rows.filter((device) => isNew(device, now)).length,
        byFleet: Map.groupBy(rows, ({ belongs_to__application: [fleet] }) => fleet?.id ?? 0),
      }
    }),
  })
}

const readAttentive = ($filter: ReturnType<typeof needsAttention>, signal: AbortSignal) =>
  api().data.query('device', signal, {
    $select: ['uuid', ...issueFields],
    $expand: {
      belongs_to__application: { $select: ['id'] },
      image_install: { $select: ['status'], $filter: { status: { $in: [...downStatuses] } } },
    },
    $filter,
    $orderby: { id: 'asc' },
    $top: MAX_READ,
  })

const isNew = (device: Awaited<ReturnType<typeof readAttentive>>[number], now: number): boolean =>
  deviceIssues(device, device.image_install, now).some((issue) => {
    const since = issueSince(device, issue)
    return since !== null && now - Date.parse(since) < DAY
  })
