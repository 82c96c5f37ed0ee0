import { expect, test } from 'vitest'
import { osUpdateType, type OsStep } from './os-update-type.ts'

const step = (change: Partial<OsStep>): OsStep => ({
  deviceType: 'raspberrypi4-64',
  from: '6.0.24',
  to: '6.1.0',
  ...change,
})

test.each<[string, Partial<OsStep>, string]>([
  ['from what cannot be read', { from: 'six' }, 'Invalid current balenaOS version'],
  ['from nothing', { from: null }, 'Invalid current balenaOS version'],
  ['to what cannot be read', { to: 'seven' }, 'Invalid target balenaOS version'],
  [
    'from production to development',
    { fromVariant: 'prod', toVariant: 'dev' },
    'Updates cannot be performed between development and production balenaOS variants',
  ],
  ['to an older version', { to: '6.0.13' }, 'OS downgrades are not allowed'],
  ['to the same version', { to: '6.0.24' }, 'Current OS version matches Target OS version'],
  ['from 2.13.6', { from: '2.13.6+rev1' }, 'Current OS version must be >= 2.14.0+rev1'],
  ['to 2.15.1', { from: '2.14.0+rev1', to: '2.15.1+rev1' }, 'Target OS version must be >= 2.16.0+rev1'],
])('no update is possible %s [DACT-046, DACT-067]', (_what, change, whyNot) => {
  expect(osUpdateType(step(change))).toEqual({ whyNot })
})

test('an update from the lowest supported version to the lowest possible target works [DACT-046]', () => {
  expect(osUpdateType(step({ from: '2.14.0+rev1', to: '2.16.0+rev1' }))).toEqual({ type: 'balenahup' })
})

test.each([
  ['jetson-xavier', '6.0.49', '6.0.50', 'takeover'],
  ['jetson-xavier', '6.0.50', '6.1.0', 'balenahup'],
  ['jetson-xavier', '6.0.24', '6.0.49', 'balenahup'],
  ['jetson-xavier-nx-devkit', '6.0.50', '6.0.50+rev1', 'takeover'],
  ['jetson-xavier-nx-devkit-emmc', '6.0.38', '6.1.0', 'takeover'],
  ['raspberrypi4-64', '6.0.24', '6.1.0', 'balenahup'],
])('a %s is updated from %s to %s by %s [DACT-067]', (deviceType, from, to, type) => {
  expect(osUpdateType({ deviceType, from, to })).toEqual({ type })
})
