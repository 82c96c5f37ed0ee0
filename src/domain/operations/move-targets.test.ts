import { expect, test } from 'vitest'
import type { FleetRole } from '@/domain/access/permissions.ts'
import { isArchitectureCompatibleWith } from './architectures.ts'
import { haveArchitectureInCommon, offeredFleets, type MoveTarget } from './move-targets.ts'

const fleet = (id: number, architecture: string | null, role: FleetRole = 'developer'): MoveTarget => ({
  id,
  app_name: `fleet-${id}`,
  slug: `acme/fleet-${id}`,
  organization: 'Acme',
  architecture,
  role,
})

test('a 64-bit ARM device runs 32-bit ARM releases; there is no other compatibility [DACT-068]', () => {
  expect(isArchitectureCompatibleWith('aarch64', 'armv7hf')).toBe(true)
  expect(isArchitectureCompatibleWith('aarch64', 'rpi')).toBe(true)
  expect(isArchitectureCompatibleWith('armv7hf', 'rpi')).toBe(true)
  expect(isArchitectureCompatibleWith('armv7hf', 'aarch64')).toBe(false)
  expect(isArchitectureCompatibleWith('amd64', 'i386')).toBe(false)
  expect(isArchitectureCompatibleWith('amd64', 'amd64')).toBe(true)
})

test('offers only fleets that run on all selected device types, except the current one [DACT-016]', () => {
  const fleets = [
    fleet(1, 'aarch64'),
    fleet(2, 'armv7hf'),
    fleet(3, 'amd64'),
    fleet(4, null),
    fleet(5, 'rpi'),
  ]
  const offered = (architectures: string[], home?: number) =>
    offeredFleets(fleets, architectures, home).map(({ id }) => id)
  expect(offered(['aarch64'], 1)).toEqual([2, 5])
  expect(offered(['aarch64', 'armv7hf'])).toEqual([2, 5])
  expect(offered(['aarch64', 'amd64'])).toEqual([])
})

test.each<[FleetRole, boolean]>([
  ['administrator', true],
  ['developer', true],
  ['safe-developer', true],
  ['operator', true],
  ['safe-operator', false],
  ['observer', false],
  ['member', false],
])('a target fleet with the role %s can be selected: %s [DACT-017, DACT-018, DACT-019]', (role, expected) => {
  const [offered] = offeredFleets([fleet(2, 'aarch64', role)], ['aarch64'], 1)
  expect(offered?.reason).toBe(expected ? undefined : 'Insufficient permission on this fleet')
})

test('device types may have no common architecture', () => {
  const known = ['aarch64', 'armv7hf', 'amd64']
  expect(haveArchitectureInCommon(['aarch64', 'armv7hf'], known)).toBe(true)
  expect(haveArchitectureInCommon(['aarch64', 'amd64'], known)).toBe(false)
})
