import { expect, test } from 'vitest'
import { fleetTypeText } from '@/messages/fleets/fleet-settings.ts'
import { typeOptionState, type ApplicationTypeRow, type TypeSetting } from './fleet-type-options.ts'

const type = (row: Partial<ApplicationTypeRow> = {}): ApplicationTypeRow => ({
  supports_multicontainer: true,
  requires_payment: false,
  needs__os_version_range: '>=2.11.0',
  ...row,
})
const here: TypeSetting = {
  current: { supports_multicontainer: true },
  osVersions: ['5.3.22', '6.1.0+rev1'],
  isFreePlan: false,
}

test('a type that fits can be selected [FLEET-051]', () => {
  expect(typeOptionState(type(), here)).toBe('ok')
  expect(fleetTypeText.pills.ok).toBeNull()
})

test('a type without OS versions any more is unavailable [FLEET-052]', () => {
  expect(typeOptionState(type({ needs__os_version_range: '<3.0.0' }), here)).toBe('noVersionDiscontinued')
  expect(fleetTypeText.pills.noVersionDiscontinued).toBe('unavailable')
})

test('a type without OS versions yet is coming soon [FLEET-053]', () => {
  expect(typeOptionState(type({ needs__os_version_range: '>=7.0.0' }), here)).toBe('noVersionUpcoming')
  expect(typeOptionState(type(), { ...here, osVersions: [] })).toBe('noVersionUpcoming')
  expect(fleetTypeText.pills.noVersionUpcoming).toBe('coming soon')
})

test('a paid type on a free plan is paid only; if the plan is not visible, the platform decides [FLEET-054]', () => {
  const paid = type({ requires_payment: true })
  expect(typeOptionState(paid, { ...here, isFreePlan: true })).toBe('needsPlanUpgrade')
  expect(typeOptionState(paid, here)).toBe('ok')
  expect(typeOptionState(paid, { ...here, isFreePlan: undefined })).toBe('ok')
  expect(fleetTypeText.pills.needsPlanUpgrade).toBe('paid only')
  expect(fleetTypeText.reasons.needsPlanUpgrade).toBe('Only available to paying customers')
})

test('several services do not fit into a single-container type [FLEET-055]', () => {
  const single = type({ supports_multicontainer: false })
  expect(typeOptionState(single, here)).toBe('needsMulticontainerSupport')
  expect(typeOptionState(single, { ...here, current: { supports_multicontainer: false } })).toBe('ok')
  expect(fleetTypeText.pills.needsMulticontainerSupport).toBe('unavailable')
})
