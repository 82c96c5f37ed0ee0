import { expect, test } from 'vitest'
import { actionText } from '@/messages/device.ts'
import { canForce, whyNotAct, type DeviceAction, type DeviceSituation } from './device-actions.ts'

const well: DeviceSituation = {
  role: 'operator',
  online: true,
  localMode: false,
  overallStatus: 'operational',
  fleetId: 5,
}
const actions: DeviceAction[] = ['identify', 'restart', 'reboot', 'shutdown', 'purge']

test.each(actions)('an operator may %s a device that is online', (action) => {
  expect(whyNotAct(action, well)).toBeUndefined()
})

test.each(actions)('a limited operator may not %s [PERM-043]', (action) => {
  expect(whyNotAct(action, { ...well, role: 'safe-operator' })).toContain('Limited operator')
})

test.each(actions)('an offline device cannot %s [DACT-033]', (action) => {
  expect(whyNotAct(action, { ...well, online: false })).toBe('Device must be online')
})

test.each(actions)('a device that is not fully provisioned cannot %s [DACT-039]', (action) => {
  expect(whyNotAct(action, { ...well, overallStatus: 'post-provisioning' })).toBe(
    'Action not supported until fully provisioned',
  )
})

test('local mode rules out what needs the fleet’s services, and nothing else [DACT-040]', () => {
  const local = { ...well, localMode: true }
  expect(whyNotAct('restart', local)).toBe(actionText.notInLocalMode)
  expect(whyNotAct('purge', local)).toBe(actionText.notInLocalMode)
  expect(whyNotAct('reboot', local)).toBeUndefined()
})

test('reboot and shutdown can be forced past an update lock', () => {
  expect(actions.filter(canForce)).toEqual(['reboot', 'shutdown'])
})
