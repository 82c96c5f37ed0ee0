import { expect, test } from 'vitest'
import { deviceIssues, issueSince } from './device-issues.ts'
import type { IssueService } from './device-issues.ts'

const now = Date.parse('2026-11-20T14:00:00Z')
const well = {
  overall_status: 'operational',
  is_frozen: false,
  is_online: true,
  is_connected_to_vpn: true,
  is_undervolted: false,
  is_locked_until__date: null,
  api_heartbeat_state: 'online',
  last_connectivity_event: '2026-11-20T10:00:00.000Z',
  update_status: 'done',
  last_update_status_event: '2026-11-20T13:00:00.000Z',
  changed_api_heartbeat_state_on__date: '2026-11-20T11:00:00.000Z',
  provisioning_progress: null,
  provisioning_state: '',
  memory_usage: 500,
  memory_total: 1_000,
  storage_usage: 500,
  storage_total: 1_000,
  cpu_temp: 50,
} as const
const running: IssueService = { name: 'uplink', status: 'Running', falls: 0 }

const kinds = (change: object, services = [running]) =>
  deviceIssues({ ...well, ...change }, services, now).map(({ kind }) => kind)

test('a healthy device and an inactive device have no issues', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ overall_status: 'inactive', update_status: 'rejected' })).toEqual([])
})

test.each([
  ['away', { overall_status: 'disconnected', is_online: false, is_connected_to_vpn: false }, 'offline'],
  [
    'never there',
    {
      overall_status: 'disconnected',
      is_online: false,
      is_connected_to_vpn: false,
      last_connectivity_event: null,
    },
    'never-online',
  ],
  [
    'there without a cloudlink',
    { overall_status: 'reduced-functionality', is_connected_to_vpn: false },
    'cloudlink-down',
  ],
  [
    'silent',
    { overall_status: 'reduced-functionality', api_heartbeat_state: 'timeout' },
    'heartbeat-missing',
  ],
  ['given a release that it cannot run', { update_status: 'rejected' }, 'update-rejected'],
  ['left by its update', { update_status: 'aborted' }, 'update-aborted'],
  ['held by a lock, as the update shows', { update_status: 'downloaded' }, 'update-locked'],
  [
    'held by a lock, as the device says',
    {
      update_status: 'downloaded',
      last_update_status_event: '2026-11-20T13:59:50.000Z',
      is_locked_until__date: '2026-11-20T14:01:00.000Z',
    },
    'update-locked',
  ],
  ['full', { storage_usage: 950 }, 'storage-full'],
  ['out of memory', { memory_usage: 950 }, 'memory-full'],
  ['hot', { cpu_temp: 84 }, 'hot'],
  ['short of power', { is_undervolted: true }, 'undervolted'],
  [
    'frozen, whatever else it has',
    { is_frozen: true, update_status: 'rejected', storage_usage: 999 },
    'frozen',
  ],
  ['working with less than all', { overall_status: 'reduced-functionality' }, 'reduced'],
  [
    'left by its operating system update',
    { provisioning_progress: 94, provisioning_state: 'OS update failed: input/output error' },
    'os-update-failed',
  ],
] as const)('finds the issue of a device that is %s', (_what, change, kind) => {
  expect(kinds(change)).toEqual([kind])
})

test('distinguishes a service that is down from one that is crash-looping', () => {
  expect(kinds({}, [{ ...running, status: 'exited', falls: 1 }])).toEqual(['service-down'])
  expect(kinds({}, [{ name: 'uplink', status: 'restarting' }])).toEqual(['crash-loop'])
  expect(kinds({}, [{ ...running, falls: 2 }])).toEqual([])
  expect(deviceIssues(well, [{ ...running, status: 'exited', falls: 2 }], now)).toEqual([
    { kind: 'crash-loop', service: 'uplink' },
  ])
})

test('a download that has just finished is not waiting for a lock yet', () => {
  const justNow = { update_status: 'downloaded', last_update_status_event: '2026-11-20T13:59:50.000Z' }
  expect(kinds(justNow)).toEqual([])
})

test('an unreachable device has no issues that may be outdated; the most severe comes first', () => {
  const away = { overall_status: 'disconnected', is_online: false, is_connected_to_vpn: false }
  const worn = { update_status: 'rejected', storage_usage: 990, is_undervolted: true }
  const crashing = { ...running, status: 'restarting' }
  expect(kinds({ ...away, ...worn }, [crashing])).toEqual(['offline', 'update-rejected'])
  expect(kinds(worn, [crashing])).toEqual(['crash-loop', 'update-rejected', 'storage-full', 'undervolted'])
})

test.each([
  ['a frozen device, when nobody knows', { is_frozen: true }, null],
  ['an update given up', { update_status: 'aborted' }, well.last_update_status_event],
  [
    'a missing heartbeat',
    { overall_status: 'reduced-functionality', api_heartbeat_state: 'timeout' },
    well.changed_api_heartbeat_state_on__date,
  ],
  [
    'a cloudlink that is down',
    { overall_status: 'reduced-functionality', is_connected_to_vpn: false },
    well.last_connectivity_event,
  ],
  ['a full storage, when nobody knows', { storage_usage: 999 }, null],
] as const)('start of an issue: %s', (_what, change, since) => {
  const device = { ...well, ...change }
  expect(deviceIssues(device, [], now).map((issue) => issueSince(device, issue))).toEqual([since])
})
