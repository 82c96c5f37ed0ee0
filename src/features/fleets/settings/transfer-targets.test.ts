import { expect, test } from 'vitest'
import { transferTargets, type TransferCandidate } from './transfer-targets.ts'

const organization = (
  id: number,
  {
    role = 'member',
    applications = [],
  }: { role?: string; applications?: TransferCandidate['application'] } = {},
): TransferCandidate => ({
  id,
  organization_membership: [{ organization_membership_role: [{ name: role }] }],
  application: applications,
})
const mine = { name: 'Docks', organization: 1, role: 'developer' } as const
const idsOf = (...given: Parameters<typeof transferTargets>) => transferTargets(...given).map(({ id }) => id)

test('the current organization is not a target [FLEET-065]', () => {
  expect(idsOf([organization(1, { role: 'administrator' }), organization(2)], mine)).toEqual([2])
})

test('an organization with devices in an application of the same name is not a target [FLEET-066]', () => {
  const taken = organization(2, { applications: [{ app_name: 'docks', owns__device: 1 }] })
  const empty = organization(3, { applications: [{ app_name: 'docks', owns__device: 0 }] })
  const other = organization(4, { applications: [{ app_name: 'docks-2', owns__device: 7 }] })
  expect(idsOf([taken, empty, other], mine)).toEqual([3, 4])
})

test('users who are not developers of the application must be administrators of the target [FLEET-067]', () => {
  const targets = [organization(2), organization(3, { role: 'administrator' })]
  expect(idsOf(targets, mine)).toEqual([2, 3])
  expect(idsOf(targets, { ...mine, role: 'administrator' })).toEqual([2, 3])
  expect(idsOf(targets, { ...mine, role: 'operator' })).toEqual([3])
})
