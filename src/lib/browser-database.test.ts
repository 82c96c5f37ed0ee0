import { expect, test } from 'vitest'
import { browserDatabase, compareKeys, memoryStore } from './browser-database.ts'

const row = (at: number) => [[at, 'a'], { at }] as const
const keys = (rows: readonly (readonly [unknown, unknown])[]) =>
  rows.map(([, value]) => (value as { at: number }).at)

test('keys are compared part by part, numbers before texts', () => {
  expect([['b'], [2], [1, 'x'], [1], [10]].toSorted(compareKeys)).toEqual([[1], [1, 'x'], [2], [10], ['b']])
})

test('rows are read by key range in both directions, with one row per key', async () => {
  const store = memoryStore()
  await store.put([row(3), row(1), row(2), row(3)])
  expect(keys(await store.getRange())).toEqual([1, 2, 3])
  expect(keys(await store.getRange({ from: [2], to: [3] }))).toEqual([2])
  expect(keys(await store.getRange({ limit: 2, reversed: true }))).toEqual([3, 2])
})

test('the oldest rows are deleted first', async () => {
  const store = memoryStore()
  await store.put([1, 2, 3, 4].map(row))
  await store.deleteOldest(2)
  expect(keys(await store.getRange())).toEqual([3, 4])
  await store.deleteRange({ to: [4] })
  expect(await store.count()).toBe(1)
  await store.clear()
  expect(await store.count()).toBe(0)
})

test('without a browser database, rows live as long as the page, separately for each account', async () => {
  const one = browserDatabase(1)
  await one.store('activity').put([row(1)])
  expect(await one.isKept()).toBe(false)
  expect(await browserDatabase(1).store('activity').count()).toBe(1)
  expect(await browserDatabase(2).store('activity').count()).toBe(0)
  expect(await one.store('history').count()).toBe(0)
})
