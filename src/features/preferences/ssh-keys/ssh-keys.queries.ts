import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { findLogins, readPublicKeys } from '@/api/code-host.ts'
import { dataRequest, sendRequest } from '@/api/data-request.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'

const ANSWER_WITHIN_MS = 10_000
const SHORTEST_LOGIN = 2

async function readSshKeys(signal: AbortSignal) {
  return api().data.query('user_public_key', signal, {
    $select: ['id', 'title', 'public_key', 'created_at'],
    $filter: { user: api().session.claims()?.id ?? 0 },
    $orderby: [{ title: 'asc' }, { id: 'asc' }],
  })
}

/** The user's SSH keys, by title. */
export const sshKeysQuery = () =>
  queryOptions({ queryKey: ['user_public_key'], queryFn: ({ signal }) => readSshKeys(signal) })

export type SavedSshKey = Awaited<ReturnType<typeof readSshKeys>>[number]

/**
 * Usernames of the code host that contain the text (docs/decisions/product-rules.md, 28). Failures are ignored,
 * because these are only suggestions.
 */
export const loginsQuery = (text: string) =>
  queryOptions({
    queryKey: ['code-host', 'logins', { text }],
    staleTime: Infinity,
    enabled: text.length >= SHORTEST_LOGIN,
    queryFn: ({ signal }) => findLogins(text, { signal, timeoutMs: ANSWER_WITHIN_MS }).catch(() => []),
  })

export const readKeysOf = (login: string) => readPublicKeys(login, { timeoutMs: ANSWER_WITHIN_MS })

/** Changes of the user's SSH keys, as they are shown and sent. */
export const sshKeyCalls = {
  add: (key: { title: string; public_key: string }) =>
    dataRequest('post', {
      resource: 'user_public_key',
      body: {
        title: key.title.trim(),
        public_key: key.public_key.trim(),
        user: api().session.claims()?.id ?? 0,
      },
    }),
  /** Deletes all of them in one request. */
  remove: (ids: readonly number[]) =>
    dataRequest('delete', { resource: 'user_public_key', filter: `id in (${ids.join(',')})` }),
}

export const sendKeyCall = (call: PlatformCall) => sendRequest(api().data, call)
