import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { watchSession } from './watch-session.ts'

const token = (claims: object) =>
  ['e30', Buffer.from(JSON.stringify({ id: 1, ...claims })).toString('base64url'), 'signature'].join('.')

function aPlatform() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const fetch = vi.fn(async (_address: string | URL | Request) => new Response(token({ renewed: true })))
  const platform = connectApi({
    apiUrl: 'https://api.platform.example',
    terminalUrl: 'wss://terminal.platform.example',
    tokenKey: 'token',
    fetch,
  })
  const refreshes = () =>
    fetch.mock.calls.filter(([url]) => url instanceof URL && url.pathname === '/user/v1/refresh-token').length
  return { platform, refreshes }
}

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a removed token ends the session within a second [SIGNIN-004]', () => {
  const { platform } = aPlatform()
  platform.token.set(token({}))
  const onEnd = vi.fn()
  stop = watchSession(platform, onEnd, vi.fn(), vi.fn())
  platform.token.clear()
  vi.advanceTimersByTime(999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd.mock.calls).toEqual([['gone']])
  vi.advanceTimersByTime(5000)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a sign-out in this tab is not reported as one elsewhere, on any page [SIGNIN-004]', () => {
  const { platform } = aPlatform()
  platform.token.set(token({}))
  const onEnd = vi.fn()
  stop = watchSession(platform, onEnd, vi.fn(), vi.fn())
  platform.session.signOut()
  vi.advanceTimersByTime(3000)
  expect(onEnd).not.toHaveBeenCalled()
})

test('ten minutes before the end the token is renewed; only if that fails, the user is told once when it ends', async () => {
  const { platform, refreshes } = aPlatform()
  const onEnding = vi.fn()
  platform.token.set(token({ exp: 1000 + 3600 }))
  const onEndMoved = vi.fn()
  stop = watchSession(platform, vi.fn(), onEnding, onEndMoved)
  await vi.advanceTimersByTimeAsync(100)
  // The platform renews the session at start, to one without an end.
  expect(platform.token.get()).toBe(token({ renewed: true }))

  vi.spyOn(platform.session, 'refresh').mockRejectedValue(new Error('no network'))
  platform.token.set(token({ exp: 1000 + 3600 }))
  await vi.advanceTimersByTimeAsync(49 * 60_000)
  expect(onEnding).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(onEnding.mock.calls).toEqual([[4_600_000]])
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(onEnding).toHaveBeenCalledTimes(1)
  expect(refreshes()).toBe(1)

  // Another tab renews it.
  expect(onEndMoved).not.toHaveBeenCalled()
  platform.token.set(token({ exp: 1000 + 9000 }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(onEndMoved).toHaveBeenCalledTimes(1)
})

test('a session of a few minutes is renewed halfway, not all the time', async () => {
  const { platform } = aPlatform()
  const aToken = () => token({ iat: Date.now() / 1000, exp: Date.now() / 1000 + 300 })
  const refresh = vi
    .spyOn(platform.session, 'refresh')
    .mockImplementation(async () => platform.token.set(aToken()))
  platform.token.set(aToken())
  const onEnding = vi.fn()
  stop = watchSession(platform, vi.fn(), onEnding, vi.fn())
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  // At start, and four times.
  expect(refresh).toHaveBeenCalledTimes(5)
  expect(onEnding).not.toHaveBeenCalled()
})

test('a token that expires while the page is open ends the session as expired', () => {
  const { platform } = aPlatform()
  platform.token.set(token({ exp: 1003 }))
  const onEnd = vi.fn()
  stop = watchSession(platform, onEnd, vi.fn(), vi.fn())
  vi.advanceTimersByTime(2000)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(onEnd.mock.calls).toEqual([['expired']])
})

test('the token is renewed at start and every hour [SIGNIN-005, SIGNIN-006]', async () => {
  const { platform, refreshes } = aPlatform()
  platform.token.set(token({}))
  stop = watchSession(platform, vi.fn(), vi.fn(), vi.fn())
  await vi.advanceTimersByTimeAsync(0)
  expect(refreshes()).toBe(1)
  expect(platform.token.get()).toBe(token({ renewed: true }))
  await vi.advanceTimersByTimeAsync(3_599_999)
  expect(refreshes()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(refreshes()).toBe(2)
})

test('nothing is renewed or ended while nobody is signed in', async () => {
  const { platform, refreshes } = aPlatform()
  const onEnd = vi.fn()
  stop = watchSession(platform, onEnd, vi.fn(), vi.fn())
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(refreshes()).toBe(0)
  expect(onEnd).not.toHaveBeenCalled()
})
