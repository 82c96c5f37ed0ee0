import { expect, test } from 'vitest'
import { clusterMarkers } from './clusters.ts'

const markers = [
  { id: 'rotterdam', latitude: 51.92, longitude: 4.48 },
  { id: 'delft', latitude: 52.01, longitude: 4.36 },
  { id: 'lima', latitude: -12.05, longitude: -77.04 },
]

test('markers that would cover one another are shown as one, with their number', () => {
  const pins = clusterMarkers(markers)(2)
  const many = pins.filter((pin) => pin.kind === 'many')
  expect(many.map(({ count }) => count)).toEqual([2])
  expect(many[0]?.markers.map(({ id }) => id).toSorted()).toEqual(['delft', 'rotterdam'])
  expect(pins.filter((pin) => pin.kind === 'one').map(({ marker }) => marker.id)).toEqual(['lima'])
})

test('near enough, each marker stands alone', () => {
  const pins = clusterMarkers(markers)(4096)
  expect(pins.map(({ kind }) => kind)).toEqual(['one', 'one', 'one'])
})
