import { expect, test } from 'vitest'
import { attentionText } from '../messages/devices.ts'
import { attentionSince, whyAttention } from './attention.ts'

const device = {
  overall_status: 'reduced-functionality',
  is_frozen: false,
  is_online: true,
  api_heartbeat_state: 'online',
  last_connectivity_event: '2026-11-20T14:00:00.000Z',
  update_status: null,
  last_update_status_event: '2026-11-20T13:00:00.000Z',
  changed_api_heartbeat_state_on__date: '2026-11-20T12:00:00.000Z',
} as const

test.each([
  ['frozen before all else', { is_frozen: true, update_status: 'rejected' }, attentionText.frozen],
  ['a rejected update', { overall_status: 'operational', update_status: 'rejected' }, attentionText.rejected],
  ['an aborted update', { overall_status: 'operational', update_status: 'aborted' }, attentionText.aborted],
  ['cloudlink down', { is_online: false }, attentionText.cloudlinkDown],
  ['heartbeat timed out', { api_heartbeat_state: 'timeout' }, attentionText.heartbeatTimeout],
  ['no heartbeat', { api_heartbeat_state: 'offline' }, attentionText.heartbeatMissing],
  ['away', { overall_status: 'disconnected', is_online: false }, attentionText.disconnected],
  [
    'never seen',
    { overall_status: 'disconnected', is_online: false, last_connectivity_event: null },
    attentionText.neverSeen,
  ],
] as const)('what is wrong with a device: %s', (_what, change, words) => {
  expect(whyAttention({ ...device, ...change })).toBe(words)
})

test.each([
  ['a frozen device, when nobody knows', { is_frozen: true }, null],
  ['an update given up', { update_status: 'aborted' }, device.last_update_status_event],
  ['a missing heartbeat', { api_heartbeat_state: 'timeout' }, device.changed_api_heartbeat_state_on__date],
  ['a cloudlink that is down', { is_online: false }, device.last_connectivity_event],
] as const)('since when it has been wrong: %s', (_what, change, since) => {
  expect(attentionSince({ ...device, ...change })).toBe(since)
})
