import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test.each([
  // At the equator and zoom level 0, a pixel is 156.5 km.
  [0, 0, 10_000_000, 64],
  [0, 10, 10_000, 65],
  [60, 10, 5_000, 65],
  [51.9, 18, 20, 54],
])('at %s° and zoom level %s the scale is %s m', (latitude, zoom, metres, width) => {
  expect(scaleOf(latitude, zoom)).toEqual({ metres, width })
})
