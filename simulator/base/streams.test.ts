import { expect, test } from 'vitest'
import { streams } from './streams.ts'

test('each use of random numbers has a number of its own', () => {
  const users = Map.groupBy(Object.entries(streams), ([, number]) => number)
  const shared = [...users.values()].filter((names) => names.length > 1)
  expect(shared).toEqual([])
})
