import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './errors.ts'
import { Http, type SessionEnd } from './http.ts'
import { createRequestLimit } from './request-limit.ts'
import type { TokenStore } from './token.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  delete globalThis.flotillaEarly
  delete globalThis.flotillaEarlyToken
})

const unsignedToken = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.c2ln`
const inAnHour = Math.floor(Date.now() / 1000) + 3600

function memoryToken(initial: string | null): TokenStore {
  let value = initial
  return { get: () => value, set: (token) => (value = token), clear: () => (value = null) }
}

/** A platform with scripted responses, which records the requests. */
function setUp(
  answer: (request: Request, nth: number) => Response | 'no-network',
  token: string | null = null,
) {
  const requests: Request[] = []
  const ended: SessionEnd[] = []
  const throttled: number[] = []
  const http = new Http({
    apiUrl: 'https://api.example',
    token: memoryToken(token),
    onSessionEnd: (why) => ended.push(why),
    onThrottled: (ms) => throttled.push(ms),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      const result = answer(request, requests.length)
      if (result === 'no-network') throw new TypeError('Failed to fetch')
      return result
    },
  })
  return { http, requests, ended, throttled }
}

const ok = () => new Response('OK')
const path = (request: Request) => new URL(request.url).pathname

test('sends the name and version of the dashboard, and the token [SHELL-001, SHELL-002]', async () => {
  const { http, requests } = setUp(ok, 'some-token')
  await http.request('/v7/device')
  expect(requests[0]?.headers.get('X-Balena-Client')).toBe('flotilla/30.1.1')
  expect(requests[0]?.headers.get('Authorization')).toBe('Bearer some-token')
})

test('sends no token when signing in', async () => {
  const { http, requests } = setUp(ok, 'old-token')
  await http.request('/login_', { method: 'POST', anonymous: true })
  expect(requests[0]?.headers.has('Authorization')).toBe(false)
})

test.each([
  ['7', 7_000],
  ['1', 5_000],
])(
  'repeats a 429 with Retry-After %s after %i ms [ERR-002, ERR-004, ERR-005, ERR-006, ERR-007]',
  async (seconds, wait) => {
    const { http, requests, throttled } = setUp((_, nth) =>
      nth === 1 ? new Response(null, { status: 429, headers: { 'Retry-After': seconds } }) : ok(),
    )
    const reply = http.request('/v7/device')
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await reply).status).toBe(200)
    expect(throttled).toEqual([wait])
  },
)

test('reports a limit of an hour at once, with its duration, instead of waiting [ERR-005]', async () => {
  const { http, requests, throttled } = setUp(
    () => Response.json('Too Many Requests', { status: 429, headers: { 'Retry-After': '3600' } }),
    'some-token',
  )
  await expect(http.request('/auth/totp/verify', { method: 'POST' })).rejects.toMatchObject({
    kind: 'rate-limited',
    retryAfterMs: 3_600_000,
  })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(requests).toHaveLength(1)
  expect(throttled).toEqual([])
})

test('after a 429, no read of the same path is sent until the time that the platform told; other paths and writes are', async () => {
  const { http, requests, throttled } = setUp(
    (request, nth) =>
      nth === 1
        ? new Response(null, { status: 429, headers: { 'Retry-After': '30' } })
        : Response.json(path(request)),
    'some-token',
  )
  const first = http.request('/v7/device?$select=id')
  await vi.advanceTimersByTimeAsync(10_000)
  const second = http.request('/v7/device(7)?$select=uuid')
  await vi.advanceTimersByTimeAsync(19_999)
  expect(requests).toHaveLength(1)
  expect(throttled).toEqual([30_000, 20_000])
  await http.request('/v7/application?$select=id')
  await http.request('/v7/device(7)', { method: 'PATCH' })
  expect(requests.map(path)).toEqual(['/v7/device', '/v7/application', '/v7/device(7)'])
  await vi.advanceTimersByTimeAsync(1)
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200])
})

test('reads that a 429 of ten minutes holds back fail at once with the time that is left, and are not sent', async () => {
  const { http, requests } = setUp(
    (_, nth) =>
      nth === 1
        ? Response.json('Too Many Requests', { status: 429, headers: { 'Retry-After': '600' } })
        : ok(),
    'some-token',
  )
  const told = { kind: 'rate-limited', status: 429, message: 'Too Many Requests' }
  await expect(http.request('/v7/device')).rejects.toMatchObject({ ...told, retryAfterMs: 600_000 })
  await vi.advanceTimersByTimeAsync(120_000)
  await expect(http.request('/v7/device')).rejects.toMatchObject({ ...told, retryAfterMs: 480_000 })
  expect(await http.probeAsUser('/v7/device?$top=1')).toBeNull()
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(480_000)
  expect((await http.request('/v7/device')).status).toBe(200)
})

test('optional data that is throttled is not asked for until the time that the platform told', async () => {
  const { http, requests } = setUp(
    (_, nth) => (nth === 1 ? new Response(null, { status: 429, headers: { 'Retry-After': '20' } }) : ok()),
    'some-token',
  )
  expect((await http.probeAsUser('/v7/device'))?.status).toBe(429)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(await http.probeAsUser('/v7/device')).toBeNull()
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await http.probeAsUser('/v7/device'))?.status).toBe(200)
})

const limitOf = (seconds: number) =>
  new Response(null, { status: 429, headers: { 'Retry-After': String(seconds) } })

test.each([
  ['the machine slept meanwhile', 3_600_000, 0],
  ['the clock was set back', -3_600_000, 600_000],
])('a limit of ten minutes ends when they are over, also if %s', async (_why, jumpMs, passMs) => {
  const { http, requests } = setUp((_, nth) => (nth === 1 ? limitOf(600) : ok()), 'some-token')
  await expect(http.request('/v7/device')).rejects.toMatchObject({ kind: 'rate-limited' })
  vi.setSystemTime(Date.now() + jumpMs)
  await vi.advanceTimersByTimeAsync(passMs)
  expect((await http.request('/v7/device')).status).toBe(200)
  expect(requests).toHaveLength(2)
})

test('a read waits for the limit that the detection of the platform was told', async () => {
  const { http, requests } = setUp((_, nth) => (nth === 1 ? limitOf(20) : ok()))
  expect((await http.probe('/config'))?.status).toBe(429)
  const read = http.request('/config', { anonymous: true })
  await vi.advanceTimersByTimeAsync(19_999)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await read).status).toBe(200)
})

test('the wait that is left is told in whole seconds, and not as a shorter one', async () => {
  const { http, throttled } = setUp((_, nth) => (nth === 1 ? limitOf(6) : ok()), 'some-token')
  const first = http.request('/v7/device')
  await vi.advanceTimersByTimeAsync(1)
  const second = http.request('/v7/device')
  await vi.advanceTimersByTimeAsync(6_000)
  await Promise.all([first, second])
  expect(throttled).toEqual([6_000, 6_000])
})

test('a shorter limit does not end a longer one', async () => {
  const { http, requests } = setUp(
    (_, nth) => (nth === 1 ? limitOf(30) : nth === 2 ? new Response(null, { status: 429 }) : ok()),
    'some-token',
  )
  const reads = Promise.all([http.request('/v7/device?$top=1'), http.request('/v7/device?$top=2')])
  await vi.advanceTimersByTimeAsync(29_999)
  expect(requests).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect((await reads).map(({ status }) => status)).toEqual([200, 200])
})

test('a limit that a late answer tells is that of the user who asked', async () => {
  const { http, requests } = setUp((_, nth) => (nth === 1 ? limitOf(600) : ok()), 'some-token')
  const late = http.request('/v7/device')
  http.leave()
  await expect(late).rejects.toMatchObject({ kind: 'rate-limited' })
  expect((await http.request('/v7/device')).status).toBe(200)
  expect(requests).toHaveLength(2)
})

test('the limit of one user does not hold back the next one', async () => {
  const { http, requests } = setUp(
    (_, nth) => (nth === 1 ? new Response(null, { status: 429, headers: { 'Retry-After': '600' } }) : ok()),
    'some-token',
  )
  await expect(http.request('/v7/device')).rejects.toMatchObject({ kind: 'rate-limited' })
  http.leave()
  expect((await http.request('/v7/device')).status).toBe(200)
  expect(requests).toHaveLength(2)
})

test('holds reads without a network, and repeats them when a ping succeeds [ERR-009, ERR-010]', async () => {
  let up = false
  const { http, requests } = setUp(() => (up ? ok() : 'no-network'))
  const replies = Promise.all([http.request('/v7/device'), http.request('/v7/release')])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requests.filter((request) => path(request) === '/v7/device')).toHaveLength(1)

  up = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await replies).map((reply) => reply.status)).toEqual([200, 200])
})

test('fails a write without a network at once, and does not repeat it', async () => {
  const { http, requests } = setUp(() => 'no-network')
  await expect(http.request('/v7/device', { method: 'PATCH' })).rejects.toMatchObject({ kind: 'network' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(1)
})

test('is offline after the third failed ping, and online after the next success [ERR-011, ERR-012, ERR-015]', async () => {
  let up = false
  const { http, requests } = setUp(() => (up ? ok() : 'no-network'), 'some-token')
  const heard: string[] = []
  http.connectivity.subscribe(() => heard.push(http.connectivity.state))
  void http.request('/v7/device')

  await vi.advanceTimersByTimeAsync(200) // pings at 0 and 200 ms
  expect(http.connectivity.state).toBe('online')
  await vi.advanceTimersByTimeAsync(400)
  expect(http.connectivity.state).toBe('offline')
  const pings = requests.filter((request) => path(request) === '/ping')
  expect(pings).toHaveLength(3)
  expect(pings.every((ping) => !ping.headers.has('Authorization'))).toBe(true)

  up = true
  await vi.advanceTimersByTimeAsync(600)
  expect(heard).toEqual(['offline', 'online'])
})

test('waits 200 ms times the number of failures between pings, at most ten times [ERR-013, ERR-014, ERR-016]', async () => {
  const at: number[] = []
  const start = Date.now()
  const { http } = setUp((request) => {
    if (path(request) === '/ping') at.push(Date.now() - start)
    return 'no-network'
  })
  void http.request('/v7/device')
  await vi.advanceTimersByTimeAsync(20_000)
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0))
  expect(gaps.slice(0, 12)).toEqual([200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2000, 2000])
})

test('pings at once on Retry', async () => {
  let up = false
  const { http } = setUp(() => (up ? ok() : 'no-network'))
  const reply = http.request('/v7/device')
  await vi.advanceTimersByTimeAsync(10_000)
  up = true
  http.connectivity.retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect((await reply).status).toBe(200)
})

test('ends the session on a 401 for an unknown token [ERR-003]', async () => {
  const { http, ended } = setUp(
    () => new Response(null, { status: 401 }),
    unsignedToken({ id: 1, exp: inAnHour }),
  )
  await expect(http.request('/v7/device')).rejects.toBeInstanceOf(ApiError)
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toEqual(['invalid'])
})

test('keeps a valid session on a 401 for missing permission', async () => {
  const { http, ended } = setUp(
    (request) => (path(request) === '/actor/v1/whoami' ? ok() : new Response(null, { status: 401 })),
    unsignedToken({ id: 1, exp: inAnHour }),
  )
  await expect(http.request('/v7/device', { method: 'DELETE' })).rejects.toMatchObject({
    kind: 'unauthorized',
    wasShown: false,
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toEqual([])
})

test('reports an expired token on a 401 once [ERR-030]', async () => {
  const { http, ended } = setUp(() => new Response(null, { status: 401 }), unsignedToken({ id: 1, exp: 1 }))
  await expect(http.request('/v7/device')).rejects.toMatchObject({ kind: 'unauthorized', wasShown: true })
  expect(ended).toEqual(['expired'])
})

test('rejects an aborted request with the reason, which is not an outage', async () => {
  const { http } = setUp(() => 'no-network')
  const stop = new AbortController()
  const reply = http.request('/v7/device', { signal: stop.signal })
  const outcome = expect(reply).rejects.toMatchObject({ name: 'AbortError' })
  stop.abort()
  await outcome
})

test('delays the 351st request of a minute [ERR-001]', async () => {
  const takeTurn = createRequestLimit(undefined, 350, 60_000, () => Date.now())
  let started = 0
  for (let nth = 0; nth < 351; nth++) void takeTurn().then(() => (started += 1))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(started).toBe(350)
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toBe(351)
})

test('reports the delay of requests above the limit once for all that wait', async () => {
  const told: number[] = []
  const takeTurn = createRequestLimit(
    (waitMs) => told.push(waitMs),
    2,
    60_000,
    () => Date.now(),
  )
  void takeTurn()
  void takeTurn()
  await vi.advanceTimersByTimeAsync(20_000)
  void takeTurn()
  void takeTurn()
  expect(told).toEqual([40_000])
  await vi.advanceTimersByTimeAsync(40_000)
  void takeTurn()
  expect(told).toEqual([40_000, 60_000])
})

test('uses an early response once, for the same token', async () => {
  const address = 'https://api.example/v7/device'
  const given = () => {
    globalThis.flotillaEarly = { [address]: Promise.resolve(new Response('early')) }
    globalThis.flotillaEarlyToken = 'some-token'
  }
  given()
  const { http, requests } = setUp(ok, 'some-token')
  expect(await (await http.request('/v7/device')).text()).toBe('early')
  expect(await (await http.request('/v7/device')).text()).toBe('OK')
  expect(requests).toHaveLength(1)

  given()
  await http.request('/v7/device', { method: 'POST' })
  await http.request('/v7/device', { headers: { accept: 'text/csv' } })
  expect(requests).toHaveLength(3)
  expect(await (await setUp(ok, 'another').http.request('/v7/device')).text()).toBe('OK')
})

test('repeats an early request that failed, and rejects an aborted one', async () => {
  const address = 'https://api.example/v7/device'
  globalThis.flotillaEarlyToken = 'some-token'
  const lost = Promise.reject(new TypeError('Failed to fetch'))
  lost.catch(() => {})
  globalThis.flotillaEarly = { [address]: lost }
  const { http } = setUp(ok, 'some-token')
  expect(await (await http.request('/v7/device')).text()).toBe('OK')

  globalThis.flotillaEarly = { [address]: Promise.resolve(new Response('early')) }
  const given = new AbortController()
  const asked = http.request('/v7/device', { signal: given.signal })
  given.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})

test('sends nothing after signing out, until the next sign-in', async () => {
  const token = memoryToken('some-token')
  const requests: string[] = []
  const http = new Http({
    apiUrl: 'https://api.example',
    token,
    onSessionEnd: () => {},
    onThrottled: () => {},
    fetch: (input) => {
      requests.push(new Request(input).url)
      return Promise.resolve(ok())
    },
  })
  token.clear()
  http.leave()
  await expect(http.request('/v7/device')).rejects.toMatchObject({ kind: 'unauthorized', wasShown: true })
  await http.request('/login_', { method: 'POST', anonymous: true })
  expect(requests).toEqual(['https://api.example/login_'])
  token.set('another')
  await http.request('/v7/device')
  expect(requests).toHaveLength(2)
})

test('a read that the browser blocks, such as a redirect, fails while the platform responds to pings', async () => {
  const { http, requests } = setUp(
    (request) => (path(request) === '/ping' ? ok() : 'no-network'),
    'some-token',
  )
  await expect(http.request('/v7/device')).rejects.toMatchObject({ kind: 'network', isOutcomeUnknown: false })
  expect(requests.map(path).filter((one) => one === '/v7/device')).toHaveLength(4)
})
