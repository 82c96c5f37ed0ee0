import { expect, test } from 'vitest'
import { inviteeProblem } from './invitee.ts'

const known = { members: ['devi', 'sam@corp.example'], invited: ['guest@example.org'] }

test('an invitation needs an address, and a valid one [INVITE-001, INVITE-002]', () => {
  expect(inviteeProblem('', known)).toBe('Enter an email address or choose a person.')
  for (const email of ['nobody', 'a@b', 'a b@example.org', '@example.org']) {
    expect(inviteeProblem(email, known)).toBe('Enter a valid email address.')
  }
  expect(inviteeProblem('new@example.org', known)).toBeUndefined()
})

test('who is a member or invited already is not invited again, in whatever letters [INVITE-003, INVITE-004]', () => {
  expect(inviteeProblem('Guest@Example.org', known)).toBe('Guest@Example.org is already invited.')
  expect(inviteeProblem('SAM@corp.example', known)).toBe('SAM@corp.example is already a member.')
})
