import { expect, test } from 'vitest'
import { osUpdatePlan } from './os-update-plan.ts'
import type { SystemDevice } from './os-update.queries.ts'
import type { OsRelease } from './os-update.ts'
import type { SupervisorRelease } from './supervisor-update.ts'
import { osVerdict, racesIn, supervisorVerdict, updatedIn, verdictRows } from './update-verdict.ts'

const aDevice = (change: Partial<SystemDevice> = {}): SystemDevice => ({
  id: 1,
  uuid: 'a'.repeat(32),
  device_name: 'gate-north',
  online: true,
  isFrozen: false,
  isProvisioned: true,
  deviceType: 'raspberrypi4-64',
  architecture: 'aarch64',
  osVersion: 'balenaOS 6.0.24',
  osVariant: 'prod',
  supervisorVersion: '17.0.1',
  supervisorTarget: null,
  provisioningProgress: null,
  provisioningState: null,
  ...change,
})

const aRelease = (version: string, change: Partial<OsRelease> = {}): OsRelease => ({
  deviceType: 'raspberrypi4-64',
  version,
  variant: '',
  isEsr: false,
  base: version,
  knownIssues: null,
  ...change,
})

const catalogue = [
  aRelease('6.1.0'),
  aRelease('6.0.24'),
  aRelease('2026.7.1', { isEsr: true, base: '6.0.30' }),
]
const updatingOs = { provisioningProgress: 40, provisioningState: 'Downloading OS update' }

test('a selection is divided into the specified classes, and only two of them are updated [DACT-011, DACT-012]', () => {
  const devices = [
    aDevice(),
    aDevice({ id: 2, online: false }),
    aDevice({ id: 3, deviceType: 'toaster' }),
    aDevice({ id: 4, osVersion: 'balenaOS 6.1.0' }),
    aDevice({ id: 5, osVersion: 'balenaOS 2026.1.0' }),
    aDevice({ id: 6, isFrozen: true }),
    aDevice({ id: 7, isProvisioned: false }),
  ]
  const rows = verdictRows(devices, osVerdict('6.1.0', catalogue, { includeUpdating: false }))
  expect(
    Object.fromEntries(rows.map(({ text, devices: those }) => [text, those.map(({ id }) => id)])),
  ).toEqual({
    'Will be updated': [1],
    'Device must be online': [2],
    'Update not supported for this device type and version': [3],
    'Up to date': [4],
    'A device on extended support cannot switch to another kind of version': [5],
    'Device is frozen': [6],
    'Action not supported until fully provisioned': [7],
  })
  expect(updatedIn(rows).map(({ id }) => id)).toEqual([1])
})

test('a device with a running supervisor update is skipped by an OS update unless the user agrees', () => {
  const devices = [aDevice(), aDevice({ id: 2, supervisorTarget: '17.1.2' })]
  const rows = (includeUpdating: boolean) =>
    verdictRows(devices, osVerdict('6.1.0', catalogue, { includeUpdating }))
  expect(updatedIn(rows(false)).map(({ id }) => id)).toEqual([1])
  expect(racesIn(rows(false))).toBe(1)
  expect(updatedIn(rows(true)).map(({ id }) => id)).toEqual([1, 2])
})

test('a device with a running OS update is not updated again', () => {
  const rows = verdictRows([aDevice(updatingOs)], osVerdict('6.1.0', catalogue, { includeUpdating: true }))
  expect(rows.map(({ text }) => text)).toEqual(['An OS update is in progress'])
})

const supervisors: readonly SupervisorRelease[] = [
  { id: 1, version: '17.1.2', architecture: 'aarch64' },
  { id: 2, version: '17.1.2', architecture: 'amd64' },
]

test('a supervisor update has a result and reason for each device [DACT-028, DACT-033, DACT-038]', () => {
  const devices = [
    aDevice(),
    aDevice({ id: 2, supervisorVersion: '17.1.2' }),
    aDevice({ id: 3, supervisorVersion: '18.0.0' }),
    aDevice({ id: 4, architecture: 'armv7hf' }),
    aDevice({ id: 5, osVersion: 'balenaOS 2026.1.2' }),
    aDevice({ id: 6, online: false }),
    aDevice({ id: 7, supervisorTarget: '17.1.2' }),
    aDevice({ id: 8, ...updatingOs }),
  ]
  const verdictOf = supervisorVerdict('17.1.2', supervisors, { includeUpdating: false })
  expect(devices.map((device) => verdictOf(device).text)).toEqual([
    'Will be updated',
    'Up to date',
    'Already runs a newer supervisor',
    'This version is not available for its architecture',
    'Cannot update ESR supervisor',
    'Device must be online',
    'Already updating to this version',
    'An OS update is in progress',
  ])
  expect(
    supervisorVerdict('17.1.2', supervisors, { includeUpdating: true })(aDevice(updatingOs)).isUpdated,
  ).toBe(true)
})

test('a hundred thousand devices are classified, each once [DACT-011]', () => {
  const many = Array.from({ length: 100_000 }, (_, id) =>
    aDevice({ id, online: id % 3 > 0, osVersion: `balenaOS 6.0.${id % 25}` }),
  )
  const plan = osUpdatePlan(many, catalogue, {
    picked: '6.1.0',
    withEsr: false,
    erase: false,
    includeUpdating: false,
  })
  expect(plan.targets).toHaveLength(66_666)
  expect(plan.rows.map(({ devices }) => devices.length)).toEqual([66_666, 33_334])
})

test('updated devices come first, then the largest groups', () => {
  const meanings = ['small', 'large', 'large', 'updated', 'large', 'other', 'other']
  const devices = meanings.map((_, id) => aDevice({ id }))
  const rows = verdictRows(devices, ({ id }) => {
    const text = meanings[id] ?? ''
    return { isUpdated: text === 'updated', text }
  })
  expect(rows.map(({ text, devices: own }) => `${text} ${own.length}`)).toEqual([
    'updated 1',
    'large 3',
    'other 2',
    'small 1',
  ])
})
