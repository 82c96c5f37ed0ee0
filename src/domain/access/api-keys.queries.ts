import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'
import { Failure } from '@/api/error-message.ts'
import { ApiError, isApiError } from '@/api/errors.ts'
import { readPlace } from '@/api/list-page.ts'
import { serviceRequest, type ServiceCall } from '@/api/service-client.ts'
import { keysText } from '@/messages/access/keys.ts'

export const KEYS_PER_PAGE = 50

/** All keys of an actor, or only named ones, which users created. */
export interface KeyOwner {
  actor: number
  named: boolean
}

/** A page of the keys of an actor, sorted by name, and the total number. */
export async function readKeys({ actor, named }: KeyOwner, page: number, signal: AbortSignal) {
  const from = (page - 1) * KEYS_PER_PAGE
  const $filter = { is_of__actor: actor, ...(named && { name: { $ne: null } }) }
  const list = { resource: 'api_key', $filter, $orderby: [{ name: 'asc' }, { id: 'asc' }] } as const
  const keys = await readPlace(list, { from, count: KEYS_PER_PAGE }, signal, (rows) =>
    api().data.query('api_key', signal, {
      $select: ['id', 'name', 'description', 'created_at', 'expiry_date'],
      ...rows,
    }),
  )
  const total = await api().data.query('api_key', signal, { $count: { $filter } })
  return { keys, total }
}

export type KeyPage = Awaited<ReturnType<typeof readKeys>>
export type ApiKey = KeyPage['keys'][number]

export interface KeyFields {
  name: string
  description: string
  /** ISO time; null for a key that never expires. */
  expiry: string | null
}

const newKeyBody = ({ name, description, expiry }: KeyFields) => ({
  name,
  ...(description === '' ? {} : { description }),
  expiryDate: expiry,
})

/** Creates an API key of the user; sent by `createKey`. */
export const userKeyCall = (fields: KeyFields) =>
  serviceRequest('post', '/api-key/user/full', { body: newKeyBody(fields) })

/** Creates a provisioning key of a fleet; sent by `createKey`. */
export const provisioningKeyCall = (fleetId: number, fields: KeyFields) =>
  serviceRequest('post', '/api-key/v2', {
    body: {
      actorType: 'application',
      actorTypeId: fleetId,
      roles: ['provisioning-api-key'],
      ...newKeyBody(fields),
    },
  })

/** Changes of a key, as they are shown and sent. */
export const keyCalls = {
  change: (id: number, { name, description, expiry }: KeyFields) =>
    dataRequest('patch', {
      resource: 'api_key',
      id,
      body: { name, description: description === '' ? null : description, expiry_date: expiry },
    }),
  revoke: (id: number) => dataRequest('delete', { resource: 'api_key', id }),
}

/** Keys whose creation got no response, with the time, by endpoint and name. */
const unanswered = new Map<string, number>()

/** Allowed difference between the clocks of the user and the platform. */
const CLOCKS_DIFFER_MS = 120_000

async function wasMade(name: string, since: number): Promise<boolean> {
  const created_at = { $ge: new Date(since - CLOCKS_DIFFER_MS).toISOString() }
  const keys = await api().data.get({
    resource: 'api_key',
    options: { $select: ['id'], $filter: { name, created_at }, $top: 1 },
  })
  return keys.length > 0
}

/**
 * Creates an API key. Returns the secret, which can never be read again. After an attempt without a
 * response, the key is looked up first; that it was created is reported once, because a second attempt is for another
 * key.
 */
export const createKey = (call: ServiceCall<string> & { body: { name?: string | null } }): Promise<string> =>
  createOnce(call.path, call.body.name ?? '', () => api().services.sendForJson(call))

/** The key was made, and what it is cannot be read: like a response that did not arrive. */
function unreadableSecret(): ApiError {
  const error = new ApiError('network', 'The response holds no key')
  error.isOutcomeUnknown = true
  return error
}

async function createOnce(kind: string, name: string, send: () => Promise<string>): Promise<string> {
  const attempt = `${kind} ${name}`
  const since = unanswered.get(attempt)
  if (since !== undefined && (await wasMade(name, since))) {
    unanswered.delete(attempt)
    throw new Failure(keysText.madeUnseen(name))
  }
  const began = since ?? api().now()
  try {
    const secret: unknown = await send()
    if (typeof secret !== 'string' || secret === '') throw unreadableSecret()
    unanswered.delete(attempt)
    return secret
  } catch (error) {
    // A truncated response counts as no response.
    if (isApiError(error) && error.isOutcomeUnknown) unanswered.set(attempt, began)
    throw error
  }
}
