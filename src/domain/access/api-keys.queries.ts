import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { keysText } from '@/messages/keys.ts'
import { Failure } from '../screen/error-message.ts'

export const KEYS_PER_PAGE = 50

/** Whose keys: all of an actor, or only those with a name, as people give them. */
export interface KeyOwner {
  actor: number
  named: boolean
}

/** One page of the keys of an actor, by name, and how many there are in all. */
export async function readKeys({ actor, named }: KeyOwner, page: number, signal: AbortSignal) {
  const from = (page - 1) * KEYS_PER_PAGE
  const $filter = { is_of__actor: actor, ...(named && { name: { $ne: null } }) }
  const keys = await api().data.query('api_key', signal, {
    $select: ['id', 'name', 'description', 'created_at', 'expiry_date'],
    $filter,
    $orderby: [{ name: 'asc' }, { id: 'asc' }],
    $top: KEYS_PER_PAGE,
    $skip: from,
  })
  const total = await api().data.query('api_key', signal, { $count: { $filter } })
  return { keys, total }
}

export type KeyPage = Awaited<ReturnType<typeof readKeys>>
export type ApiKey = KeyPage['keys'][number]

export interface KeyFields {
  name: string
  description: string
  /** ISO moment; null for a key that never expires. */
  expiry: string | null
}

/** What the platform is sent of a new key, whoever's it will be. */
export const newKeyBody = ({ name, description, expiry }: KeyFields) => ({
  name,
  ...(description === '' ? {} : { description }),
  expiryDate: expiry,
})

type NewKey = ReturnType<typeof newKeyBody>

/** What the platform is sent for a new provisioning key. */
export const newProvisioningKey = (fleetId: number, fields: KeyFields) => ({
  actorType: 'application' as const,
  actorTypeId: fleetId,
  roles: ['provisioning-api-key' as const],
  ...newKeyBody(fields),
})

type NewProvisioningKey = ReturnType<typeof newProvisioningKey>

/** What it is sent for a change of one. */
export const changedKeyBody = ({ name, description, expiry }: KeyFields) => ({
  name,
  description: description === '' ? null : description,
  expiry_date: expiry,
})

/** Keys that were asked for and of which nobody knows whether they were made: since when, by place and name. */
const unanswered = new Map<string, number>()

/** By how much the clocks of the person and of the platform may differ. */
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
 * Makes a key that acts as the person. Gives the secret, which can never be read again. After a try whose answer was lost it is
 * looked for first; that it was made is told once, as whoever asks again wants another one.
 */
export const createUserKey = (body: NewKey) =>
  createOnce('user', body.name, () => api().services.json('post', '/api-key/user/full', { body }))

/** Makes a key with which devices join a fleet, as `createUserKey` does. */
export const createProvisioningKey = (body: NewProvisioningKey) =>
  createOnce('provisioning', body.name, () => api().services.json('post', '/api-key/v2', { body }))

async function createOnce(kind: string, name: string, send: () => Promise<string>): Promise<string> {
  const asked = `${kind} ${name}`
  const since = unanswered.get(asked)
  if (since !== undefined && (await wasMade(name, since))) {
    unanswered.delete(asked)
    throw new Failure(keysText.madeUnseen(name))
  }
  const began = since ?? api().now()
  try {
    const secret = await send()
    unanswered.delete(asked)
    return secret
  } catch (error) {
    // An answer that was cut short is none either.
    if (error instanceof SyntaxError || (isApiError(error) && error.mayBeDone)) unanswered.set(asked, began)
    throw error
  }
}

export const keyCalls = {
  change: (id: number, fields: KeyFields) =>
    api().data.patch({ resource: 'api_key', id, body: changedKeyBody(fields) }),
  revoke: (id: number) => api().data.delete({ resource: 'api_key', id }),
}
