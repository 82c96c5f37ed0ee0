import { expect, test } from 'vitest'
import type { PersonaName } from '../definition/device-profiles.ts'
import { aDevice, HOURS, NOON } from '../testing/a-world.ts'
import { runHealthChecks } from '../world/health-checks.ts'
import { diagnosticsErrors, diagnosticsText, healthChecks } from './diagnostics.ts'

function checksOf(persona: PersonaName) {
  const world = aDevice(persona)
  world.advanceTo(NOON + HOURS)
  return new Map(healthChecks(runHealthChecks(world, 0)).map((check) => [check.name, check]))
}

const failed = (persona: PersonaName) =>
  [...checksOf(persona).values()].filter(({ success }) => !success).map(({ name }) => name)

test('a healthy device passes all checks, each with a sentence about the measured value', () => {
  const checks = checksOf('steady')
  expect([...checks.keys()].slice(0, 11)).toEqual([
    'check_balenaOS',
    'check_under_voltage',
    'check_memory',
    'check_container_engine',
    'check_supervisor',
    'check_localdisk',
    'check_service_restarts',
    'check_timesync',
    'check_temperature',
    'check_os_rollback',
    'check_networking',
  ])
  expect(failed('steady')).toEqual([])
  expect(checks.get('check_memory')?.status).toMatch(/^\d+% memory available$/)
  expect(checks.get('service_uplink')).toEqual({
    name: 'service_uplink',
    success: true,
    status: 'uplink is healthy',
  })
})

test.each([
  ['undervolted', 'check_under_voltage'],
  ['dying-card', 'check_localdisk'],
  ['dying-card', 'check_container_engine'],
] as const)('a device that is %s fails %s', (persona, check) => {
  expect(failed(persona)).toContain(check)
})

test('the checks report a failed OS update', () => {
  const world = aDevice('dying-card')
  world.startSystemUpdate(0, { part: 'os', version: '6.1.0', variant: 'prod', bytes: 1e6 })
  world.advanceTo(NOON + HOURS)
  const check = healthChecks(runHealthChecks(world, 0)).find(({ name }) => name === 'check_os_rollback')
  expect(check).toMatchObject({ success: false, status: expect.stringContaining('input/output error') })
})

test('the checks report a stopped supervisor and engine, until the next boot', () => {
  const world = aDevice()
  const verdicts = () =>
    healthChecks(runHealthChecks(world, 0))
      .filter(({ name }) => name === 'check_supervisor' || name === 'check_container_engine')
      .map(({ success }) => success)
  for (const unit of ['balena-supervisor', 'balena']) world.writeFile(0, `/run/systemd/stopped-${unit}`, '')
  expect(verdicts()).toEqual([false, false])
  world.command(0, { kind: 'reboot', force: true })
  world.advanceTo(NOON + HOURS)
  expect(verdicts()).toEqual([true, true])
})

test('the diagnostics describe the device and the results of its checks', () => {
  const world = aDevice('dying-card')
  world.advanceTo(NOON + HOURS)
  const text = diagnosticsText(runHealthChecks(world, 0), world.now())
  const { uuid, ipAddress } = world.device(0)
  expect(text).toContain(uuid)
  expect(text).toContain(ipAddress)
  expect(text).toContain('FAIL check_localdisk: Some localdisk issues detected')
  expect(text).toContain('I/O error, dev mmcblk0p6')
  expect(diagnosticsErrors(runHealthChecks(world, 0))).toContain('Input/output error')
  const healthy = aDevice('steady')
  expect(diagnosticsErrors(runHealthChecks(healthy, 0))).toBe('')
})
