import { expect, test } from 'vitest'
import { targetStateVersion } from './diagnostics.queries.ts'

test.each([
  ['7.25.3', 2],
  ['12.11.38', 2],
  ['12.99.99', 2],
  ['13.0.0', 3],
  ['17.1.2', 3],
  [null, 3],
])(
  'a device with supervisor %s uses version %i of the target state [DIAG-019, DIAG-020]',
  (supervisor, version) => {
    expect(targetStateVersion(supervisor)).toBe(version)
  },
)
