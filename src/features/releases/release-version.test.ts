import { expect, test } from 'vitest'
import { versionProblem } from './release-version.ts'

test.each(['0.0.1', '1.4.0', '10.20.30'])('accepts the version %s [REL-023]', (version) => {
  expect(versionProblem(version)).toBeUndefined()
})

test.each(['', '1', '1.4', '1.4.0-rc.1', '1.4.0+rev1', 'v1.4.0', '01.4.0', '1.4.0.1', '1.4.x'])(
  'rejects the version %j, which is not three numbers [REL-023]',
  (version) => {
    expect(versionProblem(version)).toBe('Enter a version as three numbers, such as 1.4.0.')
  },
)
