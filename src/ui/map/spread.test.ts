import { expect, test } from 'vitest'
import { spread } from './spread.ts'

test.each([1, 2, 7, 8, 40, 200])(
  '%i markers at the same location are spread without overlapping',
  (count) => {
    const places = spread(count)
    expect(places).toHaveLength(count)
    const nearest = places.flatMap((one, at) =>
      places.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    )
    expect(Math.min(Infinity, ...nearest)).toBeGreaterThan(27)
  },
)
