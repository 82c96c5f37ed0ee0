import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boundCache } from './bounded-cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Loads the queries of a device page, and leaves it. */
async function visit(client: QueryClient, device: number) {
  const leave = Array.from({ length: 15 }, (_, nth) =>
    new QueryObserver(client, {
      queryKey: ['device', device, nth],
      queryFn: () => 'x'.repeat(1000),
    }).subscribe(() => {}),
  )
  await vi.advanceTimersByTimeAsync(100)
  for (const each of leave) each()
  await vi.advanceTimersByTimeAsync(0)
}

test('visiting two hundred devices keeps only the last results', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  boundCache(client.getQueryCache(), 150)
  const kept = new QueryObserver(client, { queryKey: ['fleet'], queryFn: () => 'fleet' })
  kept.subscribe(() => {})
  let most = 0
  for (let device = 1; device <= 200; device += 1) {
    await visit(client, device)
    most = Math.max(most, client.getQueryCache().getAll().length)
  }
  expect(most).toBeLessThanOrEqual(150 + 100 + 16)
  expect(client.getQueryData(['device', 200, 0])).toBe('x'.repeat(1000))
  expect(client.getQueryData(['device', 150, 0])).toBeUndefined()
  // Results in use are kept, however old they are.
  expect(client.getQueryData(['fleet'])).toBe('fleet')
})
