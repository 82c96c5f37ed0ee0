import { expect, test } from 'vitest'
import { memberRoleChoices, whyNotChangeRole } from './member-roles.ts'

const ada = { id: 1, role: 'administrator' } as const
const nils = { id: 2, role: 'administrator' } as const
const mel = { id: 3, role: 'member' } as const

test('shows the price of administrator, but none of member [PERM-004]', () => {
  expect(memberRoleChoices(4900).map(({ value, aside }) => [value, aside])).toEqual([
    ['administrator', '+ $49.00'],
    ['member', undefined],
  ])
})

test('allows a role that not all of the members have', () => {
  expect(whyNotChangeRole([mel, ada], 'administrator', [1])).toBeUndefined()
  expect(whyNotChangeRole([mel], 'member', [1])).toBe('They already have this role')
  expect(whyNotChangeRole([], 'member', [1])).toBe('Select one item for this action')
})

test('the last administrators keep their role [MEMBER-008]', () => {
  expect(whyNotChangeRole([ada, mel], 'member', [1])).toMatch(/needs at least one administrator/)
  expect(whyNotChangeRole([ada, nils], 'member', [1, 2])).toMatch(/needs at least one administrator/)
  expect(whyNotChangeRole([ada], 'member', [1, 2])).toBeUndefined()
})
