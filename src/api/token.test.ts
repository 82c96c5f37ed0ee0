import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionState } from './session-state.ts'
import { createTokenStore } from './token.ts'

const YEARS = 365 * 24 * 3_600_000
const NOW = Date.UTC(2026, 10, 20)

const token = (claims: object) =>
  ['e30', Buffer.from(JSON.stringify({ id: 1, ...claims })).toString('base64url'), 'signature'].join('.')
/** From a platform with a correct clock; valid for a week. */
const issuedNow = (name = 'a') => token({ name, iat: NOW / 1000, exp: NOW / 1000 + 7 * 24 * 3600 })

/** Fake local storage that rejects a text unless `room` accepts it. */
function aStorage(room: (text: string) => boolean = () => true) {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (!room(text)) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key: string) => void kept.delete(key),
  })
  return kept
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a session that a full storage rejects lives as long as the page', () => {
  const kept = aStorage(() => false)
  const store = createTokenStore('token')
  store.set(issuedNow())
  expect(kept.size).toBe(0)
  expect(sessionState(store.get())).toBe('signed-in')
  store.clear()
  expect(store.get()).toBeNull()
})

test('a new session takes precedence over an old one that a full storage still has', () => {
  let isFull = false
  const kept = aStorage(() => !isFull)
  const store = createTokenStore('token')
  store.set(issuedNow('old'))
  isFull = true
  store.set(issuedNow('new'))
  expect(store.get()).toBe(issuedNow('new'))
  expect(kept.get('token')).toBeUndefined()
  isFull = false
  store.set(issuedNow('newer'))
  expect(kept.get('token')).toBe(issuedNow('newer'))
})

test('a session starts even if storage is refused', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const store = createTokenStore('token')
  store.set(issuedNow())
  expect(sessionState(store.get())).toBe('signed-in')
  store.clear()
  expect(store.get()).toBeNull()
})

test.each([2 * YEARS, -2 * YEARS])(
  'a clock that is off by %d ms ends no session, on this page or the next',
  (off) => {
    aStorage()
    vi.setSystemTime(NOW + off)
    const store = createTokenStore('token')
    store.set(issuedNow())
    expect(sessionState(store.get())).toBe('signed-in')
    vi.setSystemTime(NOW + off + 6 * 24 * 3_600_000)
    expect(sessionState(createTokenStore('token').get())).toBe('signed-in')
    vi.setSystemTime(NOW + off + 8 * 24 * 3_600_000)
    expect(sessionState(createTokenStore('token').get())).toBe('expired')
  },
)

test('a corrected clock is used from the next session on', () => {
  const kept = aStorage()
  vi.setSystemTime(NOW + 2 * YEARS)
  createTokenStore('token').set(issuedNow())
  expect([...kept.keys()].toSorted()).toEqual(['token', 'token:clock-ahead'])
  vi.setSystemTime(NOW)
  createTokenStore('token').set(issuedNow())
  expect([...kept.keys()]).toEqual(['token'])
})
