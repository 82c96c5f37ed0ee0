// @vitest-environment jsdom

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi, type Api } from '@/api/api.ts'
import {
  attentionCountQuery,
  fleetStatusCountsQuery,
  listedStatusCountsQuery,
} from './status-counts.queries.ts'

const connection = { apiUrl: 'https://api.example', terminalUrl: 'wss://api.example', tokenKey: 'token' }
// Test files of one process share the connection: reset it to the hosted platform.
afterAll(() => void connectApi(connection))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A platform that takes this time for each count. */
async function platform(kind: 'hosted' | 'open', tookMs: number) {
  const log = { asked: [] as string[], atOnce: 0, most: 0, aborted: 0 }
  const api: Api = connectApi({
    ...connection,
    async fetch(input, init) {
      const url = decodeURIComponent(new Request(input).url).replace(connection.apiUrl, '')
      if (url === '/config') return new Response('{}', { status: kind === 'open' ? 404 : 200 })
      log.asked.push(url)
      log.most = Math.max(log.most, (log.atOnce += 1))
      await new Promise<unknown>((answer) => {
        setTimeout(answer, tookMs, null)
        init?.signal?.addEventListener('abort', answer)
      })
      log.atOnce -= 1
      if (init?.signal?.aborted) {
        log.aborted += 1
        throw init.signal.reason
      }
      return Response.json({ d: url.startsWith('/v7/application') ? [] : 3 })
    },
  })
  await api.detectPlatform()
  return log
}

const statusesIn = (asked: readonly string[]) =>
  asked.map(
    (url) =>
      /overall_status eq '([^']+)'/.exec(url)?.[1] ?? (url.includes('is_frozen eq true') ? 'frozen' : url),
  )

test('never more than two counts by status are on their way, for whatever part of a page', async () => {
  const log = await platform('hosted', 2_000)
  const client = new QueryClient()
  const reads = [
    client.fetchQuery(fleetStatusCountsQuery(5)),
    client.fetchQuery(attentionCountQuery(5)),
    client.fetchQuery(listedStatusCountsQuery([{ id: 5, owns__device: 10_000 }])),
  ]
  await vi.advanceTimersByTimeAsync(30_000)
  const [counts] = await Promise.all(reads)
  expect(counts).toMatchObject({ operational: 3, frozen: 3 })
  expect(log.most).toBe(2)
  expect(log.asked).toHaveLength(8 + 1 + 8)
})

test('counts that are waiting are dropped when the part of the page that shows them is gone', async () => {
  const log = await platform('open', 2_000)
  const client = new QueryClient()
  const observer = new QueryObserver(client, fleetStatusCountsQuery(5))
  const leave = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(log.asked).toHaveLength(2)
  leave()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([log.asked.length, log.aborted, log.atOnce]).toEqual([2, 2, 0])
  // The places of the dropped ones are free again.
  const again = client.fetchQuery(fleetStatusCountsQuery(6))
  await vi.advanceTimersByTimeAsync(10_000)
  await again
  expect(log.asked).toHaveLength(2 + 6)
})

test('the open-source backend is not asked for statuses that its devices cannot have', async () => {
  const log = await platform('open', 10)
  const read = new QueryClient().fetchQuery(fleetStatusCountsQuery(5))
  await vi.advanceTimersByTimeAsync(1_000)
  await read
  expect(log.most).toBe(2)
  expect(statusesIn(log.asked)).toEqual([
    'operational',
    'updating',
    'configuring',
    'post-provisioning',
    'reduced-functionality',
    'disconnected',
  ])
})

test('a platform that is slow is asked less often, and as often as usual when it is fast', async () => {
  /** How often the counts were read in ten minutes. */
  const roundsOf = async (tookMs: number) => {
    const log = await platform('open', tookMs)
    const stop = new QueryObserver(new QueryClient(), fleetStatusCountsQuery(5)).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(600_000)
    stop()
    return Math.ceil(log.asked.length / 6)
  }
  // Three devices of each status, so also updating ones: every 10 s.
  expect(await roundsOf(50)).toBe(60)
  // Two at once: six counts of 4 s take 12 s, and the next ones follow after 120 s.
  expect(await roundsOf(4_000)).toBe(5)
})
