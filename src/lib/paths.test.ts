import { expect, test } from 'vitest'
import { isWall, paths } from './paths.ts'

test.each([
  [paths.wall(), true],
  [paths.wall([7, 12]), true],
  ['/fleets', false],
  ['/fleets?wall-paper', false],
  ['/fleets/7?wall', false],
  ['/devices/c0ffee?wall', false],
])('%s shows the wall: %s', (path, expected) => {
  const { pathname, searchParams } = new URL(path, 'https://any.example')
  expect(isWall(pathname, searchParams)).toBe(expected)
})
