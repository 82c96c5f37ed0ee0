import { expect, test } from 'vitest'
import { giveUp } from './give-up.ts'

test('the sole administrator may delete an organization but not leave it [ORG-010, ORG-012]', () => {
  const sole = giveUp({ membership: 7, role: 'administrator', administrators: [7] })
  expect(sole.mayDelete).toBe(true)
  expect(sole.whyNotLeave).toMatch(/only administrator/)
})

test('users who may not delete an organization may leave it [ORG-010, ORG-011]', () => {
  for (const member of [
    { membership: 7, role: 'administrator', administrators: [7, 8] },
    { membership: 9, role: 'member', administrators: [7] },
  ] as const) {
    expect(giveUp(member)).toEqual({ mayDelete: false, whyNotLeave: undefined })
  }
})

test('allows neither leaving nor deleting until the administrators are known', () => {
  const unknown = giveUp({ membership: 7, role: 'administrator', administrators: undefined })
  expect(unknown.mayDelete).toBe(false)
  expect(unknown.whyNotLeave).toBe('Checking for other administrators')
})

test('staff who are not members can do neither', () => {
  const staff = giveUp({ membership: undefined, role: 'balena_admin', administrators: [7] })
  expect(staff).toEqual({ mayDelete: false, whyNotLeave: 'You are not a member.' })
})
