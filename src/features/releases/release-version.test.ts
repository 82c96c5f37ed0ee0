import { expect, test } from 'vitest'
import { versionProblem } from './release-version.ts'

test.each(['0.0.1', '1.4.0', '10.20.30'])('the version %s can be set [REL-023]', (version) => {
  expect(versionProblem(version)).toBeUndefined()
})

test.each(['', '1', '1.4', '1.4.0-rc.1', '1.4.0+rev1', 'v1.4.0', '01.4.0', '1.4.0.1', '1.4.x'])(
  'the version %j cannot be set: only three numbers can [REL-023]',
  (version) => {
    expect(versionProblem(version)).toBe('Enter a version as three numbers, such as 1.4.0.')
  },
)
