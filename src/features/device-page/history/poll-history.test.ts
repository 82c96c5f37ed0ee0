import { expect, test } from 'vitest'
import { emptyPollHistory, withPoll, type PolledDevice } from './poll-history.ts'

const MINUTE = 60_000
const release = (raw_version: string) => ({ raw_version, commit: `commit-of-${raw_version}` })

const aDevice = (change: Partial<PolledDevice> = {}): PolledDevice => ({
  device_name: 'gate-north',
  is_active: true,
  is_connected_to_vpn: true,
  api_heartbeat_state: 'online',
  overall_status: 'operational',
  update_status: 'done',
  provisioning_state: '',
  os_version: 'balenaOS 6.0.24',
  supervisor_version: '17.0.1',
  is_running__release: [release('1.0.0')],
  should_be_running__release: [release('1.0.0')],
  should_be_managed_by__release: [],
  is_pinned_on__release: [],
  ...change,
})

const texts = (...changes: Partial<PolledDevice>[]) => {
  const looks = [{}, ...changes]
  let watched = emptyPollHistory
  for (const [nth, change] of looks.entries()) watched = withPoll(watched, aDevice(change), nth * 10_000)
  return watched.events.map(({ kind, text }) => `${kind}: ${text}`)
}

test('the first poll creates no events', () => {
  expect(texts()).toEqual([])
})

test('detects a lost connection and its return', () => {
  expect(texts({ is_connected_to_vpn: false }, { is_connected_to_vpn: true })).toEqual([
    'connection: VPN disconnected',
    'connection: VPN connected',
  ])
})

test('detects an update from its target to the new release', () => {
  const target = { should_be_running__release: [release('1.1.0')] }
  expect(
    texts(
      { ...target, update_status: 'downloading' },
      { ...target, update_status: 'done', is_running__release: [release('1.1.0')] },
    ),
  ).toEqual([
    'update: Target release: 1.1.0',
    'update: Update status: downloading',
    'update: Update status: done',
    'update: Running 1.1.0',
  ])
})

test('detects the steps of an OS update', () => {
  expect(
    texts({ provisioning_state: 'Running OS update' }, { os_version: 'balenaOS 6.1.0' }).slice(0, 2),
  ).toEqual(['update: Device message: Running OS update', 'update: Running balenaOS 6.1.0'])
})

test('drops later events if the clock is set back', () => {
  let watched = withPoll(emptyPollHistory, aDevice(), 10 * MINUTE)
  watched = withPoll(watched, aDevice({ is_connected_to_vpn: false }), 20 * MINUTE)
  watched = withPoll(watched, aDevice(), 15 * MINUTE)
  expect(watched.events).toEqual([])
})
