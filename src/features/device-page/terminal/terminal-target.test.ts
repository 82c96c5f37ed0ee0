import { expect, test } from 'vitest'
import type { ServiceRow } from '@/features/device-page/services/service-rows.ts'
import { terminalTarget, whyNotStart, type TerminalSituation } from './terminal-target.ts'

const row = (status: string): ServiceRow => ({
  name: 'main',
  serviceId: 10,
  coming: null,
  present: {
    id: 7,
    service_id: 10,
    image_id: 100,
    release_id: 1000,
    commit: 'abc',
    raw_version: '1.0.0',
    status,
    download_progress: null,
  },
})
const well: TerminalSituation = {
  role: 'operator',
  online: true,
  localMode: false,
  hostAccess: 'allowed',
  services: [row('Running')],
}

test('a session needs a target [TERM-025]', () => {
  expect(whyNotStart('', well)).toBe('Choose a target first')
})

test.each([
  ['refused', 'not available'],
  ['checking', 'Checking'],
  ['unknown', 'could not be checked'],
] as const)('the host OS cannot be accessed while its access is %s [TERM-027]', (hostAccess, reason) => {
  expect(whyNotStart('host', { ...well, hostAccess })).toContain(reason)
  expect(whyNotStart('host', well)).toBeUndefined()
})

test('in local mode, the host OS can be accessed, but not containers [TERM-028]', () => {
  const local = { ...well, localMode: true }
  expect(whyNotStart('service:main', local)).toBe('Container access is unavailable in local mode')
  expect(whyNotStart('host', local)).toBeUndefined()
})

test.each([
  ['Running', true],
  ['Idle', true],
  ['exited', false],
  ['Stopped', false],
  ['Downloading', false],
])('whether a container with the status %s can be accessed: %s [TERM-029]', (status, allowed) => {
  const reason = whyNotStart('service:main', { ...well, services: [row(status)] })
  expect(reason === undefined).toBe(allowed)
})

test('the terminal needs a VPN connection', () => {
  const offline = { ...well, online: false }
  expect(whyNotStart('host', offline)).toContain('VPN is not connected')
  expect(whyNotStart('service:main', offline)).toContain('VPN is not connected')
})

test('a limited operator can access containers but not the host OS [PERM-053, PERM-054]', () => {
  const limited: TerminalSituation = { ...well, role: 'safe-operator' }
  expect(whyNotStart('service:main', limited)).toBeUndefined()
  expect(whyNotStart('host', limited)).toContain('Limited operator')
  expect(whyNotStart('service:main', { ...limited, role: 'observer' })).toContain('Observer')
})

test('a service is accessed by its install on the device', () => {
  expect(terminalTarget('service:main', well.services)).toEqual({
    kind: 'service',
    installId: 7,
    serviceName: 'main',
  })
  expect(terminalTarget('service:gone', well.services)).toBeNull()
})
