import { expect, test } from 'vitest'
import { organizationNameProblem } from './organization-name.ts'

test("requires a name that differs from the user's other organizations, ignoring case [ORG-005, ORG-006]", () => {
  const others = ['Acme Logistics', 'Tidewater Research']
  expect(organizationNameProblem('', others)).toBe('An organization needs a name.')
  expect(organizationNameProblem('acme LOGISTICS', others)).toBe(
    'You already belong to an organization called acme LOGISTICS.',
  )
  expect(organizationNameProblem('Northwind', others)).toBeUndefined()
  expect(organizationNameProblem('n'.repeat(221), others)).toMatch(/at most 220/)
})
