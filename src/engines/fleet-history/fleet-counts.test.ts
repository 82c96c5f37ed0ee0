import { expect, test } from 'vitest'
import { noCounts } from '@/domain/device/status-breakdown.ts'
import { memoryStore } from '@/lib/browser-database.ts'
import { createFleetCountsHistory, MAX_ROWS } from './fleet-counts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 10, 20, 12)
const counts = (operational: number, fleet = 5) => new Map([[fleet, { ...noCounts(), operational }]])
const numbers = async (history: ReturnType<typeof createFleetCountsHistory>, from = NOON, to = NOON + HOUR) =>
  ((await history.read([5], from, to)).get(5) ?? []).map(({ at, counts: { operational } }) => [
    (at - NOON) / MINUTE,
    operational,
  ])

test('the same counts are kept every five minutes, changed ones every minute', async () => {
  const history = createFleetCountsHistory()
  for (let seconds = 0; seconds <= 600; seconds += 15) history.note(counts(7), NOON + seconds * 1000)
  expect(await numbers(history)).toEqual([
    [0, 7],
    [5, 7],
    [10, 7],
  ])
  history.note(counts(6), NOON + 10.5 * MINUTE)
  history.note(counts(5), NOON + 11.5 * MINUTE)
  expect((await numbers(history)).slice(3)).toEqual([[11.5, 5]])
})

test('counts outlive the page, of two tabs too, and only of the fleets and times that are asked for', async () => {
  const store = memoryStore()
  const [one, other] = [createFleetCountsHistory(store), createFleetCountsHistory(store)]
  one.note(counts(7), NOON)
  other.note(counts(6), NOON + 2 * MINUTE)
  other.note(counts(1, 9), NOON + 2 * MINUTE)
  await Promise.all([one.flush(), other.flush()])
  expect(await numbers(createFleetCountsHistory(store))).toEqual([
    [0, 7],
    [2, 6],
  ])
  expect(await numbers(createFleetCountsHistory(store), NOON + MINUTE)).toEqual([[2, 6]])
})

test('a week is kept, in a limited number of rows; invalid rows are ignored', async () => {
  const store = memoryStore()
  await store.put([
    [[NOON - 8 * 24 * HOUR, 5, 'old'], [[NOON - 8 * 24 * HOUR, 1, 0, 0, 0, 0, 0, 0, 0]]],
    [[NOON, 5, 'bad'], [[NOON, -1, 0, 0, 0, 0, 0, 0, 0]]],
    [[NOON, 5, 'text'], 'seven'],
  ])
  await store.put(
    Array.from({ length: MAX_ROWS }, (_, nth) => [[NOON - 2 * HOUR, nth + 100, 't'], []] as const),
  )
  const history = createFleetCountsHistory(store)
  history.note(counts(7), NOON)
  await history.flush()
  expect(await store.count()).toBe(MAX_ROWS)
  expect(await numbers(history, NOON - 9 * 24 * HOUR)).toEqual([[0, 7]])
})

test('what could not be written, or was read during a write, is written the next time', async () => {
  const store = memoryStore()
  let isBroken = true
  let meanwhile = () => {}
  const history = createFleetCountsHistory({
    ...store,
    async put(rows) {
      meanwhile()
      if (isBroken) throw new Error('QuotaExceededError')
      await store.put(rows)
    },
  })
  history.note(counts(7), NOON)
  await expect(history.flush()).rejects.toThrow('QuotaExceededError')
  isBroken = false
  meanwhile = () => history.note(counts(6), NOON + 2 * MINUTE)
  await history.flush()
  meanwhile = () => {}
  await history.flush()
  expect(await numbers(createFleetCountsHistory(store))).toEqual([
    [0, 7],
    [2, 6],
  ])
})
