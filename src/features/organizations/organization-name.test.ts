import { expect, test } from 'vitest'
import { logoProblem, organizationNameProblem } from './organization-name.ts'

test("requires a name that differs from the user's other organizations, ignoring case [ORG-005, ORG-006]", () => {
  const others = ['Acme Logistics', 'Tidewater Research']
  expect(organizationNameProblem('', others)).toBe('An organization needs a name.')
  expect(organizationNameProblem('acme LOGISTICS', others)).toBe(
    'You already belong to an organization called acme LOGISTICS.',
  )
  expect(organizationNameProblem('Northwind', others)).toBeUndefined()
  expect(organizationNameProblem('n'.repeat(221), others)).toMatch(/at most 220/)
})

test('a logo is a PNG or JPEG of at most 1,000,000 bytes [ORG-007, ORG-008]', () => {
  expect(logoProblem({ type: 'image/png', size: 1_000_000 })).toBeUndefined()
  expect(logoProblem({ type: 'image/jpeg', size: 1 })).toBeUndefined()
  expect(logoProblem({ type: 'image/png', size: 1_000_001 })).toBe(
    'The logo can have at most 1,000,000 bytes.',
  )
  for (const type of ['image/gif', 'image/svg+xml', 'application/pdf', '']) {
    expect(logoProblem({ type, size: 1 })).toBe('Choose a PNG or JPEG image.')
  }
})
