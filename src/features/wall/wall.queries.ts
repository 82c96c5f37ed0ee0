import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'

/** More fleets would take longer than an hour to come round. */
const MAX_FLEETS = 50

const readFleets = (ids: readonly number[] | undefined, signal: AbortSignal) =>
  api().data.query('application', signal, {
    $select: ['id', 'app_name'],
    $expand: { owns__device: { $count: {} } },
    $filter: {
      is_directly_accessible_by__user: { $any: { $alias: 'dau', $expr: { 1: 1 } } },
      is_of__class: 'fleet',
      is_host: false,
      ...(ids === undefined ? {} : { id: { $in: [...ids] } }),
    },
    $orderby: [{ app_name: 'asc' }, { id: 'asc' }],
    $top: MAX_FLEETS,
  })

/** The chosen fleets, or all that the user has access to; those without devices are left out. */
export const wallFleetsQuery = (ids: readonly number[] | undefined) =>
  queryOptions({
    queryKey: ['application', 'wall', { ids: ids ?? null }],
    queryFn: async ({ signal }) =>
      (await readFleets(ids, signal)).filter(({ owns__device }) => owns__device > 0),
    refetchInterval: poll.fleetSettings,
    // A wall has nobody who presses Retry.
    retry: true,
  })
