import { expect, test } from 'vitest'
import {
  supervisorChoices,
  supervisorOnItsWay,
  supervisorTargets,
  whyNotUpdateSupervisor,
  type SupervisorRelease,
  type SupervisorUpdateDevice,
} from './supervisor-update.ts'

const aDevice = (change: Partial<SupervisorUpdateDevice> = {}): SupervisorUpdateDevice => ({
  id: 1,
  device_name: 'gate-north',
  online: true,
  osVersion: 'balenaOS 6.0.24',
  supervisorVersion: '17.0.1',
  architecture: 'aarch64',
  ...change,
})

const releases: readonly SupervisorRelease[] = ['16.12.4', '17.0.1', '17.1.2'].flatMap((version, place) => [
  { id: 10 + place, version, architecture: 'aarch64' },
  { id: 20 + place, version, architecture: 'amd64' },
])

test('only newer versions can be selected; the running one is disabled with a reason [DACT-028, DACT-029]', () => {
  expect(supervisorChoices([aDevice()], releases)).toEqual([
    { version: '17.1.2', isNewest: true, reason: undefined },
    { version: '17.0.1', isNewest: false, reason: 'already running this version' },
  ])
})

test('a selection is offered versions above the newest running one [DACT-028]', () => {
  const devices = [aDevice(), aDevice({ id: 2, supervisorVersion: '16.12.4' })]
  expect(supervisorChoices(devices, releases).map(({ version }) => version)).toEqual(['17.1.2', '17.0.1'])
})

test('a version must exist for every architecture, and each device gets that of its own', () => {
  const devices = [aDevice(), aDevice({ id: 2, architecture: 'amd64' })]
  const without = releases.filter(({ id }) => id !== 22)
  expect(supervisorChoices(devices, without).map(({ version }) => version)).toEqual(['17.0.1'])
  expect(
    supervisorTargets(devices, releases, '17.1.2').map((target) => [
      target.release,
      target.devices.map(({ id }) => id),
    ]),
  ).toEqual([
    [12, [1]],
    [22, [2]],
  ])
})

test('extended support, an offline device and one without reported version disable it [DACT-033, DACT-038]', () => {
  expect(whyNotUpdateSupervisor(aDevice())).toBeUndefined()
  expect(whyNotUpdateSupervisor(aDevice({ osVersion: 'balenaOS 2026.1.2' }))).toBe(
    'Cannot update ESR supervisor',
  )
  expect(whyNotUpdateSupervisor(aDevice({ osVersion: 'balenaOS 2000.1.2' }))).toBeUndefined()
  expect(whyNotUpdateSupervisor(aDevice({ online: false }))).toBe('Device must be online')
  expect(whyNotUpdateSupervisor(aDevice({ supervisorVersion: null }))).toBe(
    'The device has not reported its supervisor yet',
  )
})

test('a supervisor update is in progress only while the target is newer than the running version', () => {
  expect(supervisorOnItsWay('17.0.1', '17.1.2')).toBe('17.1.2')
  expect(supervisorOnItsWay('17.1.2', '17.1.2')).toBeNull()
  expect(supervisorOnItsWay('17.1.2', '17.0.1')).toBeNull()
  expect(supervisorOnItsWay(null, '17.0.1')).toBeNull()
  expect(supervisorOnItsWay('17.0.1', null)).toBeNull()
})
