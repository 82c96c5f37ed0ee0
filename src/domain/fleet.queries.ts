import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { found } from '@/api/found.ts'

const FLEET_EVERY_MS = 8_000

async function readFleet(fleetId: number, signal: AbortSignal) {
  const fleet = await api().data.get({
    resource: 'application',
    id: fleetId,
    options: {
      $select: [
        'id',
        'uuid',
        'app_name',
        'slug',
        'created_at',
        'is_of__class',
        'is_public',
        'should_track_latest_release',
        'is_accessible_by_support_until__date',
      ],
      $expand: {
        organization: { $select: ['id', 'name', 'handle', 'is_frozen'] },
        is_for__device_type: {
          $select: ['id', 'slug', 'name'],
          $expand: { is_of__cpu_architecture: { $select: ['slug'] } },
        },
        should_be_running__release: {
          $select: ['id', 'commit', 'raw_version', 'created_at', 'is_invalidated'],
        },
        application_tag: { $select: ['id', 'tag_key', 'value'] },
      },
    },
    passthrough: { signal },
  })
  return found(fleet, 'fleet')
}

/** One fleet, app or block with what its page shows. Throws `ApiError` of kind `not-found` when it cannot be seen. */
export const fleetQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['application', fleetId],
    queryFn: ({ signal }) => readFleet(fleetId, signal),
    refetchInterval: FLEET_EVERY_MS,
  })

export type Fleet = Awaited<ReturnType<typeof readFleet>>
