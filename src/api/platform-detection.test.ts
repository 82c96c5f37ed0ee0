// @vitest-environment jsdom

import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lackingNames } from '../../openapi/generated/open-backend.ts'
import { connectApi, type Api } from './api.ts'
import { everyFeature } from './platform-features.ts'

type Kind = 'hosted' | 'open'

const API = 'https://api.example'
const connect = (fetch: typeof globalThis.fetch) =>
  connectApi({
    apiUrl: API,
    terminalUrl: 'wss://api.example',
    tokenKey: 'token',
    platformKey: 'platform',
    fetch,
  })

// Test files of one process share the connection: reset it to the hosted platform.
afterAll(() =>
  connectApi({ apiUrl: API, terminalUrl: 'wss://api.example', tokenKey: 'token' }).stopDetecting(),
)

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** A platform of a kind; `config` answers `GET /config` until it returns undefined. */
function platform(kind: Kind, config: (attempt: number) => Promise<Response> | Response | undefined) {
  const asked: string[] = []
  const state = { kind, attempts: 0 }
  const api = connect(async (input) => {
    const url = decodeURIComponent(new Request(input).url).replace(API, '')
    asked.push(url)
    if (url === '/config') {
      const given = await config(++state.attempts)
      return given ?? (state.kind === 'open' ? new Response(null, { status: 404 }) : Response.json({}))
    }
    const isRefused =
      state.kind === 'open' && lackingNames.some((name) => new RegExp(`\\b${name}\\b`).test(url))
    if (isRefused) return new Response(null, { status: 500 })
    return Response.json({ d: url.includes('$count') ? 0 : [{ id: 7 }] })
  })
  return { api, asked, state }
}

const frozen = (api: Api) => api.data.get({ resource: 'device', options: { $select: ['id', 'is_frozen'] } })

const never = () => new Promise<Response>(() => {})

test.each([
  ['401', () => new Response(null, { status: 401 })],
  ['429', () => new Response('Too Many Requests', { status: 429 })],
  ['503', () => new Response(null, { status: 503 })],
  ['a page of a proxy', () => new Response('<html></html>', { status: 200 })],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('%s does not tell which platform it is: it is asked again', async (_what, answer) => {
  const { api, state } = platform('open', (attempt) => (attempt <= 2 ? answer() : undefined))
  await api.detectPlatform()
  expect(api.features).toEqual(everyFeature)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(state.attempts).toBe(3)
  await vi.waitFor(() => expect(api.features.teams).toBe(false))
})

test.each([429, 503])(
  'the time that the platform asks for with a %i is waited, also by a sign-in meanwhile',
  async (status) => {
    const busy = { status, headers: { 'Retry-After': '20' } }
    const { api, state, asked } = platform('open', (attempt) =>
      attempt === 1 ? new Response(null, busy) : undefined,
    )
    await api.detectPlatform()
    await vi.advanceTimersByTimeAsync(10_000)
    localStorage.setItem('token', 'a-key')
    await api.detectFeatures()
    expect(state.attempts).toBe(1)
    // The rights of the user tell it without asking what is limited.
    expect(asked).toContain('/v7/device?$select=id,is_active&$top=1')
    expect(api.features.teams).toBe(false)
  },
)

test('without a user, the platform is asked again at the time that it told', async () => {
  const busy = { status: 429, headers: { 'Retry-After': '20' } }
  const { api, state } = platform('open', (attempt) => (attempt === 1 ? new Response(null, busy) : undefined))
  await api.detectPlatform()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(state.attempts).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state.attempts).toBe(2)
})

test('a query that fails meanwhile waits, and is repeated for the platform that it proves to be', async () => {
  const slow = Promise.withResolvers<Response>()
  const { api, asked } = platform('open', () => slow.promise)
  setTimeout(() => slow.resolve(new Response(null, { status: 404 })), 8_000)
  const detected = api.detectPlatform()
  const read = frozen(api)
  await vi.advanceTimersByTimeAsync(8_000)
  await detected
  expect(await read).toEqual([{ id: 7, is_frozen: false }])
  expect(asked).toEqual(['/config', '/v7/device?$select=id,is_frozen', '/v7/device?$select=id'])
})

test('a query that fails does not wait for an answer to the configuration if the rights of the user tell the platform', async () => {
  localStorage.setItem('token', 'a-key')
  const { api, asked } = platform('open', never)
  void api.detectPlatform()
  const read = Promise.all([frozen(api), frozen(api)])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await read).toEqual([[{ id: 7, is_frozen: false }], [{ id: 7, is_frozen: false }]])
  expect(api.isPlatformKnown).toBe(true)
  expect(asked.filter((url) => url.includes('$select=id,is_active&$top=1'))).toHaveLength(1)
})

test('if the configuration says nothing, a query with the rights of the user does', async () => {
  localStorage.setItem('token', 'a-key')
  for (const kind of ['open', 'hosted'] as const) {
    const { api, asked } = platform(kind, () => new Response(null, { status: 401 }))
    await api.detectPlatform()
    expect(api.features.teams).toBe(kind === 'hosted')
    expect(asked[1]).toBe('/v7/device?$select=id,is_active&$top=1')
  }
})

test('the next visit begins with the platform of the last one, for the same URL only', async () => {
  const first = platform('open', () => undefined)
  await first.api.detectPlatform()
  await first.api.detectFeatures()
  const second = platform('open', never)
  await second.api.recallPlatform()
  void second.api.detectPlatform()
  expect(second.api.features).toEqual(first.api.features)
  expect(await frozen(second.api)).toEqual([{ id: 7, is_frozen: false }])
  localStorage.setItem(
    'platform',
    localStorage.getItem('platform')?.replace('api.example', 'other.example') ?? '',
  )
  const third = platform('hosted', () => undefined)
  await third.api.recallPlatform()
  expect(third.api.features).toEqual(everyFeature)
})

test.each(['{', '7', 'null', '{"apiUrl":"https://api.example","kind":"closed","probed":{}}'])(
  'what is stored may be anything: %s',
  async (stored) => {
    localStorage.setItem('platform', stored)
    const { api } = platform('hosted', () => undefined)
    await api.recallPlatform()
    expect(api.features).toEqual(everyFeature)
  },
)

test('a platform that has become another one is noticed by the first impossible answer, without a reload', async () => {
  localStorage.setItem('token', 'a-key')
  const { api, state, asked } = platform('hosted', () => undefined)
  const changed = vi.fn()
  api.onPlatformChange(changed)
  await api.detectPlatform()
  expect(api.features.teams).toBe(true)
  state.kind = 'open'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await frozen(api)).toEqual([{ id: 7, is_frozen: false }])
  expect(api.features.teams).toBe(false)
  expect(changed).toHaveBeenCalled()
  // A failure that both platforms could answer says nothing.
  asked.length = 0
  await expect(
    api.data.get({ resource: 'device', options: { $select: ['id'], $filter: { note: 'is_frozen' } } }),
  ).rejects.toThrow()
  expect(asked).toHaveLength(1)
})

test('a wrong 404 does not make the hosted platform another one for a user who is signed in', async () => {
  localStorage.setItem('token', 'a-key')
  localStorage.setItem('platform', JSON.stringify({ apiUrl: API, kind: 'hosted', probed: {} }))
  const { api } = platform('hosted', () => new Response(null, { status: 404 }))
  await api.recallPlatform()
  await api.detectPlatform()
  expect(api.features).toEqual(everyFeature)
})

test('each feature that must be probed is probed until the answer is conclusive', async () => {
  let failures = 2
  const asked: string[] = []
  const api = connect(async (input) => {
    const url = decodeURIComponent(new Request(input).url).replace(API, '')
    asked.push(url)
    if (url === '/config') return new Response(null, { status: 404 })
    if (url.includes('last_vpn_event') && failures-- > 0) return new Response(null, { status: 500 })
    return Response.json({ d: 3 })
  })
  const changed = vi.fn()
  await api.detectPlatform()
  api.onPlatformChange(changed)
  await api.detectFeatures()
  expect([api.features.osCatalogue, api.features.vpn]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(api.features.vpn).toBe(true)
  expect(changed).toHaveBeenCalledTimes(2)
  expect(asked.filter((url) => url.includes('is_host'))).toHaveLength(1)
  // The next user may see more.
  api.session.signOut()
  api.token.set('of-the-next-user')
  await api.detectFeatures()
  expect(asked.filter((url) => url.includes('is_host'))).toHaveLength(2)
})

test('on the open-source backend, a session ends only if its token is rejected again and again', async () => {
  const onSessionEnd = vi.fn()
  let rejections = 2
  const api = connectApi({
    apiUrl: API,
    terminalUrl: 'wss://api.example',
    tokenKey: 'token',
    onSessionEnd,
    async fetch(input) {
      const { pathname } = new URL(new Request(input).url)
      if (pathname === '/config') return new Response(null, { status: 404 })
      const isRejected = pathname !== '/actor/v1/whoami' || rejections-- > 0
      return isRejected ? new Response(null, { status: 401 }) : Response.json({})
    },
  })
  api.token.set(['e30', btoa(JSON.stringify({ id: 1 })), 'signature'].join('.'))
  await api.detectPlatform()
  const read = () => api.data.get({ resource: 'device', options: { $select: ['id'] } }).catch(() => {})
  await read()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onSessionEnd).not.toHaveBeenCalled()
  rejections = 3
  await read()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith('invalid')
})
