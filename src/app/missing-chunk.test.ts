import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageText } from '@/messages/app/pages.ts'
import { dismissAllToasts, shownToasts } from '@/ui/feedback/toasts.ts'
import { isMissingChunk, loadWithRetry, reloadOnce } from './missing-chunk.ts'

const GONE = new TypeError(
  'Failed to fetch dynamically imported module: https://dashboard.example/assets/a.js',
)
const kept = new Map<string, string>()
const assign = vi.fn()
const server = { answers: true }

beforeEach(() => {
  vi.useFakeTimers()
  kept.clear()
  assign.mockClear()
  server.answers = true
  vi.stubGlobal('document', { baseURI: 'https://dashboard.example/' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  vi.stubGlobal('window', {
    location: { href: 'https://dashboard.example/fleets', assign },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  vi.stubGlobal('fetch', async () => {
    if (!server.answers) throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
})

afterEach(() => {
  dismissAllToasts()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  GONE,
  new TypeError('error loading dynamically imported module: https://dashboard.example/assets/a.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/a.css'),
])('recognizes %s as a missing chunk', (error) => {
  expect(isMissingChunk(error)).toBe(true)
})

test('waits for a chunk while offline, and loads it when online again', async () => {
  server.answers = false
  const load = vi.fn(async () => {
    if (!server.answers) throw GONE
    return 'the page'
  })
  const loaded = vi.fn()
  void loadWithRetry(load, () => '/devices/a').then(loaded)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(loaded).not.toHaveBeenCalled()
  expect(shownToasts().map(({ title }) => title)).toEqual([pageText.offlineWaits])
  expect(assign).not.toHaveBeenCalled()

  server.answers = true
  await vi.advanceTimersByTimeAsync(3_000)
  expect(loaded).toHaveBeenCalledExactlyOnceWith('the page')
})

test('reloads the requested URL once if a chunk is gone; then it fails with a message', async () => {
  const load = () => Promise.reject(GONE)
  const first = vi.fn()
  void loadWithRetry(load, () => '/devices/a').then(first, first)
  await vi.advanceTimersByTimeAsync(0)
  expect(assign).toHaveBeenCalledExactlyOnceWith('/devices/a')
  expect(first).not.toHaveBeenCalled()

  await expect(loadWithRetry(load, () => '/devices/a')).rejects.toBe(GONE)
  expect(assign).toHaveBeenCalledOnce()
})

test('does not reload after a single failure', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(GONE).mockResolvedValueOnce('the page')
  await expect(loadWithRetry(load, () => '/devices/a')).resolves.toBe('the page')
  expect(assign).not.toHaveBeenCalled()
})

test('does not reload if that cannot be remembered, to avoid a loop', () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new Error('denied')
    },
  })
  expect(reloadOnce('/fleets')).toBe(false)
  expect(assign).not.toHaveBeenCalled()
})
