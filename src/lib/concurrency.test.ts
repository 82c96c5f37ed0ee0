import { expect, test } from 'vitest'
import { mapWithLimit } from './concurrency.ts'

/** Work that the test completes. */
function heldWork() {
  const under: { item: number; end: () => void }[] = []
  return {
    under,
    work: (item: number) => new Promise<void>((resolve) => void under.push({ item, end: resolve })),
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('limits the number of parallel calls, and each end starts the next', async () => {
  const { under, work } = heldWork()
  const done = mapWithLimit([1, 2, 3, 4], work, { atOnce: 2, onOutcome() {} })
  expect(under.map(({ item }) => item)).toEqual([1, 2])

  under[0]?.end()
  await settled()
  expect(under.map(({ item }) => item)).toEqual([1, 2, 3])

  under[1]?.end()
  under[2]?.end()
  await settled()
  under[3]?.end()
  await done
})

test('reports a failure, and continues with the others', async () => {
  const outcomes: [number, boolean][] = []
  await mapWithLimit(
    [1, 2, 3],
    (item) => (item === 2 ? Promise.reject(new Error('no')) : Promise.resolve()),
    {
      atOnce: 1,
      onOutcome: (item, { ok }) => outcomes.push([item, ok]),
    },
  )
  expect(outcomes).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ])
})

test('starts nothing more after the signal aborts', async () => {
  const stop = new AbortController()
  const started: number[] = []
  await mapWithLimit(
    [1, 2, 3],
    async (item) => {
      started.push(item)
      if (item === 2) stop.abort()
    },
    { atOnce: 1, signal: stop.signal, onOutcome() {} },
  )
  expect(started).toEqual([1, 2])
})
