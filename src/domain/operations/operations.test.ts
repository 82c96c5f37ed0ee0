import { expect, test } from 'vitest'
import { localModeReason, operationReason } from '@/messages/operations/operations.ts'
import { isInLocalMode, whyNoLocalMode } from './local-mode.ts'
import type { OperatedDevice, OperationName, OperationSetting } from './operation.ts'
import { operations } from './operations.ts'
import { whyNotOperate } from './why-not-operate.ts'

const well: OperatedDevice = {
  id: 1,
  uuid: 'ab'.repeat(16),
  device_name: 'gate-north',
  is_active: true,
  is_connected_to_vpn: true,
  is_frozen: false,
  is_web_accessible: false,
  is_accessible_by_support_until__date: null,
  overall_status: 'operational',
  os_version: 'balenaOS 6.1.0',
  os_variant: 'dev',
  supervisor_version: '16.1.0',
  last_connectivity_event: '2026-11-20T14:00:00Z',
  belongs_to__application: [{ id: 5 }],
  is_of__device_type: [{ slug: 'raspberrypi4-64' }],
  is_pinned_on__release: [],
  device_config_variable: [],
}
const local = { ...well, device_config_variable: [{ name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' }] }
const setting: OperationSetting = { role: 'operator' }
const overSupervisor = ['identify', 'restart', 'reboot', 'shutdown', 'purge'] as const
const all = Object.keys(operations) as OperationName[]

const why = (
  name: OperationName,
  device: Partial<OperatedDevice> = {},
  with_: Partial<OperationSetting> = {},
) => whyNotOperate(name, { ...well, ...device }, { ...setting, ...with_ })

test.each(overSupervisor)('an operator may %s an online device', (name) => {
  expect(why(name)).toBeUndefined()
})

test.each(overSupervisor)('a limited operator may not %s [PERM-043]', (name) => {
  expect(why(name, {}, { role: 'safe-operator' })).toContain('Limited operator')
})

test.each(overSupervisor)('an offline device cannot %s [DACT-033]', (name) => {
  expect(why(name, { is_connected_to_vpn: false })).toBe('Device must be online')
})

test.each(overSupervisor)('a device that is not fully provisioned cannot %s [DACT-039]', (name) => {
  expect(why(name, { overall_status: 'post-provisioning' })).toBe(
    'Action not supported until fully provisioned',
  )
})

test('local mode disables only operations on the fleet’s services [DACT-040]', () => {
  expect(why('restart', local)).toBe('Not available in local mode')
  expect(why('purge', local)).toBe('Not available in local mode')
  expect(why('reboot', local)).toBeUndefined()
})

test('a device type without an LED cannot blink, and the number of such devices is shown [DACT-036]', () => {
  const cannotBlink = new Set(['raspberrypi4-64'])
  expect(why('identify', {}, { cannotBlink })).toBe('1 device does not support blinking')
  expect(operationReason.noBlink(3)).toBe('3 devices do not support blinking')
  expect(why('reboot', {}, { cannotBlink })).toBeUndefined()
})

test('only an active offline device can be deactivated [DACT-030, DACT-034, DACT-035]', () => {
  expect(why('deactivate')).toBe('Device must be offline')
  expect(why('deactivate', { is_connected_to_vpn: false })).toBeUndefined()
  expect(why('deactivate', { is_connected_to_vpn: false, is_active: false })).toBe(
    'Device is already inactive',
  )
})

test('a free plan has no deactivation; an invisible plan disables nothing [DACT-041]', () => {
  const offline = { is_connected_to_vpn: false }
  expect(why('deactivate', offline, { isFreePlan: true })).toBe('Upgrade plan to enable deactivation')
  expect(why('deactivate', offline, { isFreePlan: undefined })).toBeUndefined()
})

test('only reboot and shutdown can override an update lock', () => {
  expect(all.filter((name) => operations[name].canForce)).toEqual(['reboot', 'shutdown'])
})

test('each operation checks its own permission [PERM-043, PERM-044, PERM-045, PERM-046, PERM-049]', () => {
  const needing = (permission: string) => all.filter((name) => operations[name].permission === permission)
  expect(needing('resin.device.supervisor-proxy-write')).toEqual([...overSupervisor])
  expect(needing('resin.device.update')).toEqual([
    'rename',
    'note',
    'pin',
    'track',
    'enableUrl',
    'disableUrl',
    'grantSupport',
    'revokeSupport',
  ])
  expect(needing('resin.device_config_variable.all')).toEqual(['enableLocalMode', 'disableLocalMode'])
  expect(needing('resin.device.move')).toEqual(['move'])
  expect(needing('resin.application.deactivate-device')).toEqual(['deactivate'])
  expect(needing('resin.device.delete')).toEqual(['delete'])
})

test('an operation without effect is disabled', () => {
  expect(why('track')).toBe(operationReason.following)
  expect(why('track', { is_pinned_on__release: [{ id: 7 }] })).toBeUndefined()
  expect(why('enableUrl', { is_web_accessible: true })).toBe(operationReason.urlOn)
  expect(why('disableUrl')).toBe(operationReason.urlOff)
  expect(why('revokeSupport')).toBe(operationReason.noSupportAccess)
})

test('a fleet type without public URLs has none for its devices', () => {
  expect(why('enableUrl', {}, { supportsWebUrl: false })).toBe(operationReason.noWebUrl)
  expect(why('enableUrl', {}, { supportsWebUrl: true })).toBeUndefined()
})

test.each(all)('a frozen device cannot %s', (name) => {
  const device = { is_frozen: true, is_connected_to_vpn: name !== 'deactivate' }
  expect(why(name, device, { role: 'administrator' })).toBe('Device is frozen')
})

test.each([
  [[{ name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' }], true],
  [[{ name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '0' }], false],
  [[{ name: 'RESIN_OVERRIDE_LOCK', value: '1' }], false],
  [[], false],
])('config variables %j: local mode is %s [DEV-033]', (device_config_variable, expected) => {
  expect(isInLocalMode({ device_config_variable })).toBe(expected)
})

test.each([
  ['a production system', { os_variant: 'prod' }, localModeReason.notDevelopment],
  ['an old supervisor', { supervisor_version: '3.9.0' }, localModeReason.oldSupervisor],
  ['an old system', { os_version: 'Resin OS 1.26.0' }, localModeReason.oldSystem],
  ['no supervisor yet', { supervisor_version: null }, localModeReason.notProvisioned],
  ['never having connected', { last_connectivity_event: null }, localModeReason.notProvisioned],
  ['a development system', {}, undefined],
])('local mode with %s is decided as in the platform’s clients', (_case, change, expected) => {
  expect(whyNoLocalMode({ ...well, ...change })).toBe(expected)
})
