import { expect, test } from 'vitest'
import { flatMarkers, indexClusters as indexFlat, selectionMarks, type Indexed } from './cluster-index.ts'
import { clustersIn } from './cluster-thread.ts'
import { latestOnly } from './newest-only.ts'

const world = { west: -180, south: -85, east: 180, north: 85 }

const indexClusters = (markers: readonly Indexed[]) => indexFlat(flatMarkers(markers))

const everywhere = Array.from({ length: 50_000 }, (_, at) => ({
  latitude: ((at * 7919) % 120) - 55 + (at % 97) / 100,
  longitude: ((at * 104_729) % 340) - 170 + (at % 89) / 100,
  state: 0,
}))

test('fifty thousand markers become a few hundred spots in any view, and none is lost', () => {
  const spots = indexClusters(everywhere).spotsIn(world, 2)
  expect(spots.length).toBeLessThan(600)
  const shown = spots.reduce((sum, spot) => sum + (spot.kind === 'many' ? spot.count : 1), 0)
  expect(shown).toBe(50_000)
})

test('a view of a part of the world contains only its markers', () => {
  const near = indexClusters(everywhere).spotsIn({ west: 0, south: 0, east: 25, north: 20 }, 6)
  expect(near.length).toBeLessThan(600)
})

test('a view beyond the edge of the world shows what is on the other side', () => {
  const index = indexClusters([{ latitude: -17, longitude: -179, state: 0 }])
  expect(index.spotsIn({ west: 170, south: -30, east: 190, north: 0 }, 5)).toHaveLength(1)
})

test('a cluster splits at a high zoom level, markers at the same location never do', () => {
  const spot = { latitude: 51.92, longitude: 4.48, state: 0 }
  const index = indexClusters([spot, spot, { latitude: 52.4, longitude: 4.9, state: 0 }])
  const [all] = index.spotsIn(world, 3)
  if (all?.kind !== 'many') throw new Error('They should stand together')
  expect(all.count).toBe(3)
  expect(all.opensAt).toBeGreaterThan(3)
  const pair = index.spotsIn(world, all.opensAt ?? 0).find((each) => each.kind === 'many')
  if (pair?.kind !== 'many') throw new Error('Two stand on the same spot')
  expect(pair.opensAt).toBeNull()
  expect(index.markersOf(pair.cluster, 10)).toEqual([0, 1])
})

test('a cluster has the worst state of its markers at any level [OPS-020]', () => {
  const at = (state: number, shift: number) => ({ latitude: 51.9 + shift, longitude: 4.4, state })
  const index = indexClusters([at(0, 0), at(0, 0.001), at(4, 0.3), at(1, 0.31), at(0, 2)])
  const worst = (zoom: number) =>
    index.spotsIn(world, zoom).map((spot) => (spot.kind === 'many' ? spot.worst : 'one'))
  expect(worst(3)).toEqual([4])
  expect(worst(8)).toHaveLength(3)
  expect(worst(8)).toEqual(expect.arrayContaining([0, 4, 'one']))
})

test('a cluster counts its markers with the worst state, whatever the order in which they meet', () => {
  const at = (state: number, shift: number) => ({ latitude: 51.9 + shift, longitude: 4.4, state })
  for (const states of [
    [4, 0, 4, 1, 4],
    [0, 1, 4, 4, 4],
    [4, 4, 4, 1, 0],
  ]) {
    const index = indexClusters(states.map((state, nth) => at(state, nth * 0.4)))
    expect(index.spotsIn(world, 0)).toMatchObject([{ kind: 'many', count: 5, worst: 4, ofWorst: 3 }])
  }
})

test('a cluster counts its selected markers, and keeps its number [OPS-024]', () => {
  const at = (shift: number) => ({ latitude: 51.9 + shift, longitude: 4.4, state: 0, id: shift })
  const markers = [at(0), at(0.001), at(0.002), at(30)]
  const marks = selectionMarks(markers, ({ id }) => id === 0.001 || id === 30)
  const flat = flatMarkers(markers)
  const [before] = indexFlat(flat).spotsIn(world, 3)
  const [after] = indexFlat(flat, marks).spotsIn(world, 3)
  expect(before).toMatchObject({ kind: 'many', count: 3, selected: 0 })
  expect(after).toMatchObject({ kind: 'many', count: 3, selected: 1 })
  expect(after).toHaveProperty('cluster', before?.kind === 'many' ? before.cluster : null)
  expect(selectionMarks(markers, () => false)).toHaveLength(0)
})

test('a worker gets the markers once, by transfer, and its responses are assigned to their requests', async () => {
  const messages: { ask: string; id?: number }[] = []
  let hear: (event: { data: unknown }) => void = () => {}
  let ended = false
  const clusters = clustersIn(
    {
      postMessage: (question: { ask: string }, moved: Transferable[]) => {
        messages.push(structuredClone(question, { transfer: moved }))
      },
      addEventListener: (_: string, listener: typeof hear) => (hear = listener),
      terminate: () => (ended = true),
    } as unknown as Worker,
    flatMarkers([{ latitude: 1.25, longitude: 2.5, state: 3 }]),
  )
  const spots = clusters.spotsIn(world, 4)
  const markers = clusters.markersOf(7, 3)
  expect(messages).toMatchObject([
    { ask: 'index', markers: new Float64Array([1.25, 2.5, 3]) },
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

test('while a view is requested, only the newest of the following views is requested next', async () => {
  const looked: number[] = []
  const ask = latestOnly(async (view: number) => {
    looked.push(view)
    await Promise.resolve()
  })
  for (const view of [1, 2, 3, 4]) ask(view)
  await new Promise((resolve) => void setImmediate(resolve))
  expect(looked).toEqual([1, 4])
})
