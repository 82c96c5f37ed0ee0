import { expect, test } from 'vitest'
import { flatPlaces, indexClusters as indexFlat } from './cluster-index.ts'
import { clustersIn } from './cluster-thread.ts'
import { viewOf, type Place } from './mercator.ts'
import { newestOnly } from './use-clusters.ts'

const size = { width: 1200, height: 460 }

const indexClusters = (places: readonly Place[]) => indexFlat(flatPlaces(places))

const everywhere = Array.from({ length: 50_000 }, (_, at) => ({
  id: at,
  latitude: ((at * 7919) % 120) - 55 + (at % 97) / 100,
  longitude: ((at * 104_729) % 340) - 170 + (at % 89) / 100,
}))

test('fifty thousand markers are a few hundred spots in any view, and none is lost', () => {
  const index = indexClusters(everywhere)
  const spots = index.spotsIn(viewOf([], size), size)
  expect(spots.length).toBeLessThan(600)
  const shown = spots.reduce((sum, spot) => sum + (spot.kind === 'many' ? spot.count : 1), 0)
  expect(shown).toBe(50_000)
})

test('a view of a part of the world asks for what it shows only', () => {
  const near = indexClusters(everywhere).spotsIn(viewOf([{ latitude: 10, longitude: 10 }], size), size)
  expect(near.length).toBeLessThan(600)
})

test('a cluster comes apart when it is near enough, markers on the same spot never do', () => {
  const spot = { latitude: 51.92, longitude: 4.48 }
  const index = indexClusters([spot, spot, { latitude: 52.4, longitude: 4.9 }])
  const far = { ...viewOf([], size), k: 2 }
  const [all] = index.spotsIn(far, size)
  if (all?.kind !== 'many') throw new Error('They should stand together')
  expect(all.count).toBe(3)
  expect(all.opensAt).toBeGreaterThan(far.k)
  const near = { ...viewOf([spot], size), k: 1024 }
  const centre = { ...near, x: 600 - ((spot.longitude + 180) / 360) * 512 * 1024 }
  const pair = index
    .spotsIn({ ...centre, y: 230 - 0.3299 * 512 * 1024 }, { width: 1200, height: 40_000 })
    .find((each) => each.kind === 'many')
  if (pair?.kind !== 'many') throw new Error('Two stand on the same spot')
  expect(pair.opensAt).toBeNull()
  expect(index.markersOf(pair.cluster, 10)).toEqual([0, 1])
})

test('a thread is told the places once, without a copy, and its answers find who asked', async () => {
  const told: { ask: string; id?: number }[] = []
  let hear: (event: { data: unknown }) => void = () => {}
  let ended = false
  const clusters = clustersIn(
    {
      postMessage: (question: { ask: string }, moved: Transferable[]) => {
        told.push(structuredClone(question, { transfer: moved }))
      },
      addEventListener: (_: string, listener: typeof hear) => (hear = listener),
      terminate: () => (ended = true),
    } as unknown as Worker,
    flatPlaces([{ latitude: 1.25, longitude: 2.5 }]),
  )
  const spots = clusters.spotsIn(viewOf([], size), size)
  const markers = clusters.markersOf(7, 3)
  expect(told).toMatchObject([
    { ask: 'index', places: new Float64Array([1.25, 2.5]) },
    { ask: 'spots', id: 1 },
    { ask: 'markers', id: 2, cluster: 7, most: 3 },
  ])
  hear({ data: { id: 2, found: [4, 5] } })
  hear({ data: { id: 1, found: [{ kind: 'one', at: 0 }] } })
  expect(await markers).toEqual([4, 5])
  expect(await spots).toEqual([{ kind: 'one', at: 0 }])
  clusters.close()
  expect(ended).toBe(true)
})

test('while one view is looked for, only the newest of the views meanwhile is asked for next', async () => {
  const looked: number[] = []
  const ask = newestOnly(async (view: number) => {
    looked.push(view)
    await Promise.resolve()
  })
  for (const view of [1, 2, 3, 4]) ask(view)
  await new Promise((resolve) => void setImmediate(resolve))
  expect(looked).toEqual([1, 4])
})
