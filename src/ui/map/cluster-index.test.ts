import { expect, test } from 'vitest'
import { indexClusters } from './cluster-index.ts'
import { viewOf } from './mercator.ts'

const size = { width: 1200, height: 460 }

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
  const index = indexClusters([
    { id: 1, ...spot },
    { id: 2, ...spot },
    { id: 3, latitude: 52.4, longitude: 4.9 },
  ])
  const far = { ...viewOf([], size), k: 2 }
  const [all] = index.spotsIn(far, size)
  if (all?.kind !== 'many') throw new Error('They should stand together')
  expect(all.count).toBe(3)
  const factor = index.zoomToOpen(all.cluster, far) ?? 0
  expect(factor).toBeGreaterThan(1)
  const near = { ...viewOf([spot], size), k: 1024 }
  const centre = { ...near, x: 600 - ((spot.longitude + 180) / 360) * 512 * 1024 }
  const pair = index
    .spotsIn({ ...centre, y: 230 - 0.3299 * 512 * 1024 }, { width: 1200, height: 40_000 })
    .find((each) => each.kind === 'many')
  if (pair?.kind !== 'many') throw new Error('Two stand on the same spot')
  expect(index.zoomToOpen(pair.cluster, near)).toBeUndefined()
  expect(index.markersOf(pair.cluster, 10).map(({ id }) => id)).toEqual([1, 2])
})
