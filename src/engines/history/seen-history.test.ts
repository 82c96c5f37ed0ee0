import { expect, test } from 'vitest'
import { memoryStore, type RowStore } from '@/lib/browser-database.ts'
import type { Observation } from './observation.ts'
import { nothingSeen, withObservation } from './observed-periods.ts'
import { createHistory } from './seen-history.ts'
import { hourOf, keptRow, LONGEST_KEPT_MS, MAX_ROWS, ROW_MS } from './stored-row.ts'

const MINUTE = 60_000
const NOON = hourOf(Date.UTC(2026, 10, 20, 12))

const look = (uuid = 'a', cpu_usage = 20): Observation => ({
  uuid,
  status: 'operational',
  connection: 'vpn',
  metrics: {
    cpu_usage,
    cpu_temp: 40,
    memory_usage: 300,
    memory_total: 900,
    storage_usage: 1,
    storage_total: 4,
  },
})

const sharedMoment = () => {
  let value = 0
  return { get: () => value, set: (next: number) => void (value = next) }
}
const persisted = () => Promise.resolve(true)
const aTab = (store: RowStore, cleared = sharedMoment(), isKept = persisted) =>
  createHistory(store, isKept, cleared)

test('observations outlive the page, separately for each device [OPS-045]', async () => {
  const store = memoryStore()
  const before = aTab(store)
  for (let nth = 0; nth < 90; nth++) before.note([look('a', nth), look('b', 50)], NOON + nth * MINUTE)
  await before.flush()
  const after = aTab(store)
  const seen = await after.read('a', NOON, NOON + 2 * ROW_MS)
  expect(seen.points.map(({ cpu_usage }) => cpu_usage)).toEqual(Array.from({ length: 90 }, (_, nth) => nth))
  expect(seen.spans).toEqual([
    { from: NOON, to: NOON + 89 * MINUTE, status: 'operational', connection: 'vpn' },
  ])
  expect(await store.count()).toBe(4)
})

test('stores only UUIDs, times, states and metrics, no names or tokens [OPS-045]', async () => {
  const store = memoryStore()
  const history = aTab(store)
  history.note([look()], NOON)
  await history.flush()
  const [[key, row] = []] = await store.getRange()
  expect(key).toEqual([NOON, 'a', expect.any(String)])
  expect(row).toEqual({
    points: [[NOON, 20, 40, 300, 900, 1, 4]],
    spans: [[NOON, NOON, 'operational', 'vpn']],
  })
})

test('observations can be read before they are written', async () => {
  const history = aTab(memoryStore())
  expect(history.note([look()], NOON)).toEqual(['a'])
  expect(history.note([look()], NOON + 1_000)).toEqual([])
  expect((await history.read('a', NOON, NOON + MINUTE)).points).toHaveLength(1)
})

test('two tabs that write at the same time lose nothing [OPS-049]', async () => {
  const store = memoryStore()
  const [one, other] = [aTab(store), aTab(store)]
  for (let nth = 0; nth < 10; nth += 2) {
    one.note([look('a', nth)], NOON + nth * MINUTE)
    other.note([look('a', nth + 1)], NOON + (nth + 1) * MINUTE)
    await Promise.all([one.flush(), other.flush()])
  }
  const { points } = await aTab(store).read('a', NOON, NOON + ROW_MS)
  expect(points.map(({ cpu_usage }) => cpu_usage)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('drops observations older than 30 days, and the oldest beyond the limit [OPS-045]', async () => {
  const store = memoryStore()
  const history = aTab(store)
  const row = keptRow(withObservation(nothingSeen, look(), NOON).seen)
  await store.put([[[NOON - LONGEST_KEPT_MS - ROW_MS, 'a', 'old'], row]])
  await store.put(
    Array.from({ length: MAX_ROWS }, (_, nth) => [[NOON - ROW_MS, `device-${nth}`, 't'], row] as const),
  )
  history.note([look()], NOON)
  await history.flush()
  expect(await store.count()).toBe(MAX_ROWS)
  const [[oldest] = []] = await store.getRange({ limit: 1 })
  expect(oldest?.[0]).toBe(NOON - ROW_MS)
  expect((await history.read('a', NOON, NOON + ROW_MS)).points).toHaveLength(1)
})

test('the limit is lower if the browser does not persist storage [OPS-049]', async () => {
  const store = memoryStore()
  const history = aTab(store, sharedMoment(), () => Promise.resolve(false))
  for (let hour = 0; hour < 8; hour++) {
    const looks = Array.from({ length: 100 }, (_, nth) => look(`device-${nth}`))
    history.note(looks, NOON + hour * ROW_MS)
    await history.flush()
  }
  expect(await store.count()).toBe(500)
})

test('ignores invalid rows [OPS-049]', async () => {
  const store = memoryStore()
  const good = keptRow(withObservation(nothingSeen, look(), NOON).seen)
  const bad: unknown[] = [
    null,
    'text',
    { points: [], spans: [], more: 1 },
    { points: [[NOON, '1', 2, 3, 4, 5, 6]], spans: [] },
    { points: [], spans: [[NOON, NOON, '<b>operational</b>', 'vpn']] },
    { points: [[NOON + 5 * ROW_MS, 1, 2, 3, 4, 5, 6]], spans: [[NOON - 1, NOON, 'operational', 'vpn']] },
    { points: [], spans: [[NOON + 9, NOON + 3, 'operational', 'vpn']] },
  ]
  await store.put(bad.map((row, nth) => [[NOON, 'a', `tab-${nth}`], row] as const))
  await store.put([[[NOON, 'a', 'z'], good]])
  const seen = await aTab(store).read('a', NOON, NOON + ROW_MS)
  expect([seen.points.length, seen.spans.length]).toEqual([1, 1])
})

test('cleared observations are not restored by another tab [OPS-048]', async () => {
  const store = memoryStore()
  const cleared = sharedMoment()
  const [one, other] = [aTab(store, cleared), aTab(store, cleared)]
  one.note([look()], NOON)
  other.note([look()], NOON)
  await Promise.all([one.flush(), other.flush()])
  other.note([look()], NOON + MINUTE)
  await one.clear()
  await other.flush()
  expect(await store.count()).toBe(0)
  other.note([look('a', 77)], NOON + 2 * MINUTE)
  const { points } = await other.read('a', NOON, NOON + ROW_MS)
  expect(points.map(({ cpu_usage }) => cpu_usage)).toEqual([77])
})

test('what could not be written is written the next time [OPS-045]', async () => {
  const store = memoryStore()
  let isBroken = true
  const history = aTab({
    ...store,
    put: (rows) => (isBroken ? Promise.reject(new Error('QuotaExceededError')) : store.put(rows)),
  })
  history.note([look()], NOON)
  await expect(history.flush()).rejects.toThrow('QuotaExceededError')
  isBroken = false
  await history.flush()
  expect((await aTab(store).read('a', NOON, NOON + MINUTE)).points).toHaveLength(1)
})

test('what is observed during a write is written by the next one [OPS-045]', async () => {
  const store = memoryStore()
  let meanwhile = () => {}
  const history = aTab({
    ...store,
    async put(rows) {
      meanwhile()
      await store.put(rows)
    },
  })
  history.note([look('a', 1)], NOON)
  meanwhile = () => void history.note([look('a', 2)], NOON + MINUTE)
  await history.flush()
  meanwhile = () => {}
  await history.flush()
  expect((await aTab(store).read('a', NOON, NOON + ROW_MS)).points.map(({ cpu_usage }) => cpu_usage)).toEqual(
    [1, 2],
  )
})

test('counts how often each device lost contact, also over the ends of hours and gaps; the first observation is no loss', async () => {
  const store = memoryStore()
  const history = aTab(store)
  const away = (uuid: string): Observation => ({ ...look(uuid), connection: 'offline', metrics: null })
  const start = NOON + 50 * MINUTE
  history.note([look('flaps'), away('away'), look('steady')], start)
  history.note([away('flaps'), away('away'), look('steady')], start + MINUTE)
  history.note([look('flaps'), look('away')], start + 2 * MINUTE)
  await history.flush()
  const other = aTab(store)
  // The next hour, after a gap.
  other.note([away('flaps')], start + 20 * MINUTE)
  expect(await other.losses(NOON, NOON + 2 * ROW_MS)).toEqual(new Map([['flaps', 2]]))
  expect(await other.losses(start + 15 * MINUTE, NOON + 2 * ROW_MS)).toEqual(new Map())
})
