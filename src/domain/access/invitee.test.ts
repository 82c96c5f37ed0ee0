import { expect, test } from 'vitest'
import { inviteeProblem } from './invitee.ts'

const known = { members: ['devi', 'sam@corp.example'], invited: ['other@example.org', 'guest@example.org'] }

test('an invitation requires a valid email address [INVITE-001, INVITE-002]', () => {
  expect(inviteeProblem('', known)).toBe('Enter an email address or choose a person.')
  for (const email of ['nobody', 'a@b', 'a b@example.org', '@example.org']) {
    expect(inviteeProblem(email, known)).toBe('Enter a valid email address.')
  }
  expect(inviteeProblem('new@example.org', known)).toBeUndefined()
})

test('members and invited users cannot be invited again, in any case [INVITE-003, INVITE-004]', () => {
  expect(inviteeProblem('Guest@Example.org', known)).toBe('Guest@Example.org is already invited.')
  expect(inviteeProblem('SAM@corp.example', known)).toBe('SAM@corp.example is already a member.')
})
