import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import {
  issueFilter,
  issueKinds,
  issueTimeField,
  issueSeverity,
  offeredIssueKinds,
  type IssueKind,
} from '@/domain/device/device-issues.ts'
import { inScope, type DeviceScope } from '@/domain/device/device-scope.ts'
import { paced } from '@/domain/pace.ts'
import * as poll from '@/domain/polling.ts'

/** The number of devices with an issue, and since when. */
export interface IssueCount {
  kind: IssueKind
  count: number
  /** ISO timestamps of the devices that have had it for the longest and the shortest time; null if not recorded. */
  oldest: string | null
  newest: string | null
}

/** The filter for the devices of a scope with an issue. */
export const withIssue = (scope: DeviceScope, kind: IssueKind): DeviceFilter => ({
  $and: [inScope(scope), issueFilter(kind, api().now())],
})

/**
 * The issues of the devices of a scope, most severe first: a count per kind and, for kinds with devices, up to two
 * devices. At most 16 + 14 requests, whatever the number of devices.
 */
export const issuesQuery = (scope: DeviceScope) =>
  queryOptions({
    queryKey: ['device', 'counts', 'issues', scope],
    ...paced<IssueCount[]>(poll.issues, async ({ signal }) => {
      const counted = await Promise.all(
        offeredIssueKinds().map(async (kind) => {
          const $filter = withIssue(scope, kind)
          const count = await api().data.query('device', signal, { $count: { $filter } })
          if (count === 0) return []
          const oldest = await endOf($filter, kind, 'asc', signal)
          const newest = count === 1 ? oldest : await endOf($filter, kind, 'desc', signal)
          return [{ kind, count, oldest, newest }]
        }),
      )
      return counted
        .flat()
        .toSorted(
          (one, other) =>
            Number(issueSeverity(one.kind) === 'warning') - Number(issueSeverity(other.kind) === 'warning') ||
            other.count - one.count ||
            issueKinds.indexOf(one.kind) - issueKinds.indexOf(other.kind),
        )
    }),
  })

async function endOf(
  filter: DeviceFilter,
  kind: IssueKind,
  order: 'asc' | 'desc',
  signal: AbortSignal,
): Promise<string | null> {
  const field = issueTimeField(kind)
  if (field === undefined) return null
  const [row] = await api().data.query('device', signal, {
    $select: [field],
    $filter: { $and: [filter, { [field]: { $ne: null } }] },
    $orderby: [{ [field]: order }],
    $top: 1,
  })
  return row?.[field] ?? null
}
