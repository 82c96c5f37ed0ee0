import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { readKeys, type KeyPage } from '@/domain/access/api-keys.queries.ts'
import * as poll from '@/domain/polling.ts'

async function readFleetKeys(fleetId: number, page: number, signal: AbortSignal): Promise<KeyPage> {
  const fleet = await api().data.get({
    resource: 'application',
    id: fleetId,
    options: { $select: ['actor'] },
    passthrough: { signal },
  })
  const actor = fleet?.actor
  const id = actor && '__id' in actor ? actor.__id : undefined
  return id === undefined ? { keys: [], total: 0 } : readKeys({ actor: id, named: false }, page, signal)
}

/** A page of the provisioning keys of a fleet, which belong to its actor. */
export const fleetKeysQuery = (fleetId: number, page: number) =>
  queryOptions({
    queryKey: ['api_key', { fleetId, page }],
    refetchInterval: poll.apiKeys,
    queryFn: ({ signal }) => readFleetKeys(fleetId, page, signal),
  })
