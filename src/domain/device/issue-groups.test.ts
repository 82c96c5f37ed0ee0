import { expect, test } from 'vitest'
import { groupIssues, type DeviceWithIssues } from './issue-groups.ts'

const NOW = Date.UTC(2026, 10, 20, 14)

const aDevice = (device_name: string, fields: Partial<DeviceWithIssues> = {}): DeviceWithIssues => ({
  id: 1,
  uuid: device_name,
  device_name,
  overall_status: 'operational',
  is_frozen: false,
  is_online: true,
  is_connected_to_vpn: true,
  is_undervolted: false,
  is_locked_until__date: null,
  api_heartbeat_state: 'online',
  changed_api_heartbeat_state_on__date: null,
  last_connectivity_event: null,
  update_status: null,
  last_update_status_event: null,
  provisioning_progress: null,
  provisioning_state: null,
  memory_usage: null,
  memory_total: null,
  storage_usage: null,
  storage_total: null,
  cpu_temp: null,
  image_install: [],
  ...fields,
})

test('devices are grouped by issue, the most severe and most frequent first, the longest first in each', () => {
  const offlineSince = (name: string, at: string) =>
    aDevice(name, {
      overall_status: 'disconnected',
      is_online: false,
      is_connected_to_vpn: false,
      last_connectivity_event: at,
    })
  const groups = groupIssues(
    [
      aDevice('well'),
      aDevice('weak', { is_undervolted: true }),
      offlineSince('late', '2026-11-20T13:00:00.000Z'),
      offlineSince('early', '2026-11-20T06:00:00.000Z'),
      aDevice('rejecting', {
        update_status: 'rejected',
        last_update_status_event: '2026-11-20T12:00:00.000Z',
        is_undervolted: true,
      }),
    ],
    NOW,
  )
  expect(groups.map(({ kind, devices, oldest }) => [kind, devices.map(({ uuid }) => uuid), oldest])).toEqual([
    ['offline', ['early', 'late'], '2026-11-20T06:00:00.000Z'],
    ['update-rejected', ['rejecting'], '2026-11-20T12:00:00.000Z'],
    ['undervolted', ['weak', 'rejecting'], null],
  ])
})

test('a group is as old as its first device with a known time, also if others have none', () => {
  const at = '2026-11-20T06:00:00.000Z'
  const groups = groupIssues(
    [
      aDevice('undated', { update_status: 'rejected' }),
      aDevice('dated', { update_status: 'rejected', last_update_status_event: at }),
    ],
    NOW,
  )
  expect(groups.map(({ devices, oldest }) => [devices.map(({ uuid }) => uuid), oldest])).toEqual([
    [['dated', 'undated'], at],
  ])
})

test('a device with two services that are down counts once', () => {
  const device = aDevice('a', { image_install: [{ status: 'exited' }, { status: 'exited' }] })
  expect(groupIssues([device], NOW)).toHaveLength(1)
  expect(groupIssues([device], NOW)[0]?.devices).toEqual([device])
})
