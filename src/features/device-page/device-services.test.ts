import { expect, test } from 'vitest'
import {
  acceptsShell,
  currentServices,
  ruledOut,
  serviceTone,
  showsServiceActions,
  supportsServiceActions,
  type InstallRow,
} from './device-services.ts'

const install = (id: number, name: string, version: string, status: string, date: string): InstallRow => ({
  id,
  status,
  download_progress: status === 'Downloading' ? 64 : null,
  install_date: date,
  installs__image: [{ id: 100 + id, is_a_build_of__service: [{ id: name.length, service_name: name }] }],
  is_provided_by__release: [{ id: 7, commit: 'abc', raw_version: version }],
})

test('groups installs by service name, newest first [SVC-001, SVC-002]', () => {
  const services = currentServices([
    install(1, 'uplink', '4.11.0', 'Running', '2026-11-01T00:00:00.000Z'),
    install(2, 'uplink', '4.12.1', 'Downloading', '2026-11-20T00:00:00.000Z'),
    install(3, 'gone', '4.10.0', 'deleted', '2026-11-20T00:00:00.000Z'),
    install(4, 'dashboard', '4.11.0', 'Running', '2026-11-01T00:00:00.000Z'),
  ])
  expect([...services.keys()]).toEqual(['dashboard', 'uplink'])
  expect(services.get('uplink')).toEqual([
    {
      id: 2,
      service_id: 6,
      image_id: 102,
      release_id: 7,
      commit: 'abc',
      raw_version: '4.12.1',
      status: 'Downloading',
      download_progress: 64,
    },
    {
      id: 1,
      service_id: 6,
      image_id: 101,
      release_id: 7,
      commit: 'abc',
      raw_version: '4.11.0',
      status: 'Running',
      download_progress: null,
    },
  ])
})

test.each([
  ['Running', 'ok'],
  ['Idle', 'ok'],
  ['Stopped', 'bad'],
  ['exited', 'bad'],
  ['Downloading', 'info'],
  ['Updating', 'info'],
])('a service with the status %s has the tone %s [SVC-003, SVC-004, SVC-005]', (status, tone) => {
  expect(serviceTone(status)).toBe(tone)
})

test.each([
  ['start', 'Running', true],
  ['start', 'exited', false],
  ['stop', 'Stopped', true],
  ['stop', 'exited', true],
  ['stop', 'Running', false],
  ['restart', 'exited', true],
  ['restart', 'Stopped', true],
  ['restart', 'Running', false],
] as const)(
  'whether %s is ruled out for a service with the status %s: %s [SVC-006, SVC-007, SVC-008]',
  (action, status, expected) => {
    expect(ruledOut(action, status)).toBe(expected)
  },
)

test('actions on a single service need supervisor 7 [SVC-009]', () => {
  expect(supportsServiceActions('6.99.9')).toBe(false)
  expect(supportsServiceActions('7.0.0')).toBe(true)
  expect(supportsServiceActions(null)).toBe(false)
})

test('shows buttons for several services even with an old supervisor [SVC-010]', () => {
  expect(showsServiceActions('6.0.0', 1)).toBe(false)
  expect(showsServiceActions('6.0.0', 2)).toBe(true)
  expect(showsServiceActions('17.0.1', 1)).toBe(true)
})

test('a shell can only be opened in running and idle containers [TERM-029]', () => {
  expect(['Running', 'Idle', 'Stopped', 'Downloading', 'exited'].filter(acceptsShell)).toEqual([
    'Running',
    'Idle',
  ])
})
