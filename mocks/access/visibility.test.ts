import { expect, test } from 'vitest'
import { createClock } from '../base/clock.ts'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import { callerAccess, createAccessIndex } from './access.ts'
import type { UserCaller } from './caller.ts'
import { sourceFor } from './source.ts'
import { userNamed } from './users.ts'

test('staff see the owners of the fleets that they have access to, other users only their own organizations', () => {
  const lifecycle = new Lifecycle({ scenario: 'first-look', clock: createClock(0, 0) })
  const { store } = lifecycle
  const now = lifecycle.clock.now()
  const acme = store.rows('organization').find('handle', 'acme_logistics')?.[0] ?? -1
  const fleet = store.rows('application').find('organization', acme)?.[0] ?? -1
  const nils = userNamed(store, 'nils') ?? -1
  // A role on a fleet without a membership of its organization.
  const role = { user: nils, is_member_of__application: fleet, application_membership_role: 1 }
  store.rows('user_application_membership').insert(role)
  store.rows('application').update(fleet, { is_accessible_by_support_until__date: now + 1000 })
  store.changed()
  const seesAcme = (staff: Pick<UserCaller, 'staff'>) => {
    const caller = { kind: 'user', user: nils, authTime: null, ...staff } as const
    const source = sourceFor(store, callerAccess(store, createAccessIndex(), caller, now), now)
    expect(source.visibility('application')?.test(fleet) ?? true).toBe(true)
    return source.visibility('organization')?.test(acme) ?? true
  }
  expect(seesAcme({})).toBe(false)
  expect(seesAcme({ staff: 'support_agent' })).toBe(true)
  expect(seesAcme({ staff: 'balena_admin' })).toBe(true)
  lifecycle.dispose()
})
