import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'

const KEYS_EVERY_MS = 60_000

async function readKeys(fleetId: number, signal: AbortSignal) {
  const fleet = await api().data.get({
    resource: 'application',
    id: fleetId,
    options: { $select: ['actor'] },
    passthrough: { signal },
  })
  const actor = fleet?.actor
  const id = actor && '__id' in actor ? actor.__id : undefined
  if (id === undefined) return []
  return api().data.get({
    resource: 'api_key',
    options: {
      $select: ['id', 'name', 'description', 'created_at', 'expiry_date'],
      $filter: { is_of__actor: id },
      $orderby: { name: 'asc' },
    },
    passthrough: { signal },
  })
}

/** The provisioning keys of a fleet: those of its actor (wire-calls 1 "fleet keys list"). */
export const fleetKeysQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['api_key', { fleetId }],
    refetchInterval: KEYS_EVERY_MS,
    queryFn: ({ signal }) => readKeys(fleetId, signal),
  })

export type FleetKey = Awaited<ReturnType<typeof readKeys>>[number]

export interface KeyFields {
  name: string
  description: string
  /** ISO moment; null for a key that never expires. */
  expiry: string | null
}

/** What the platform is sent for a new provisioning key (wire-calls 1). */
export const newKeyBody = (fleetId: number, { name, description, expiry }: KeyFields) => ({
  actorType: 'application',
  actorTypeId: fleetId,
  roles: ['provisioning-api-key'],
  name,
  ...(description === '' ? {} : { description }),
  expiryDate: expiry,
})

/** What it is sent for a change of one. */
export const changedKeyBody = ({ name, description, expiry }: KeyFields) => ({
  name,
  description: description === '' ? null : description,
  expiry_date: expiry,
})

export const keyCalls = {
  /** Gives the secret, which can never be read again. */
  async create(fleetId: number, fields: KeyFields): Promise<string> {
    const response = await api().http.request('/api-key/v2/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(newKeyBody(fleetId, fields)),
    })
    return (await response.json()) as string
  },
  change: (id: number, fields: KeyFields) =>
    api().data.patch({ resource: 'api_key', id, body: changedKeyBody(fields) }),
  remove: (id: number) => api().data.delete({ resource: 'api_key', id }),
}
