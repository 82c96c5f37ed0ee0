import { expect, test } from 'vitest'
import { teamNameProblem } from './team-name.ts'

test("requires a name that differs from the organization's other teams, ignoring case [TEAM-010, TEAM-011]", () => {
  expect(teamNameProblem('', [])).toBe('A team needs a name.')
  expect(teamNameProblem('FIRMWARE', ['Firmware'])).toBe(
    'This organization already has a team called FIRMWARE.',
  )
  expect(teamNameProblem('Night shift', ['Firmware'])).toBeUndefined()
  expect(teamNameProblem('n'.repeat(256), [])).toMatch(/at most 255/)
})
