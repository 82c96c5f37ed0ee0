import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TESTS } from './hostile-responses.ts'

test('the tests of each sweep exist', () => {
  const paths = Object.values(TESTS).flat()
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([])
})
