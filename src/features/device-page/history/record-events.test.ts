import { expect, test } from 'vitest'
import { mergedEvents } from './device-event.ts'
import { historyEvents, recordEvents, type HistoryRow } from './record-events.ts'
import { simulatedEvents } from './simulated-events.ts'

const aRow = (id: number, minute: number, change: Partial<HistoryRow> = {}): HistoryRow => ({
  id,
  created_at: `2026-11-20T14:0${minute}:00.000Z`,
  is_active: true,
  os_version: 'balenaOS 6.0.24',
  supervisor_version: '17.0.1',
  is_managed_by__service_instance: { __id: 1 },
  is_running__release: [{ id: 1, raw_version: '1.0.0', commit: 'aaa' }],
  is_pinned_on__release: [],
  belongs_to__application: [{ id: 1 }],
  ...change,
})

test('derives events from consecutive periods of the history', () => {
  const rows = [
    aRow(1, 0),
    aRow(2, 1, { is_managed_by__service_instance: null }),
    aRow(3, 2, { is_running__release: [{ id: 2, raw_version: '1.1.0', commit: 'bbb' }] }),
  ]
  expect(historyEvents(rows, true).map(({ text }) => text)).toEqual([
    'Device registered',
    'VPN disconnected',
    'VPN connected',
    'Running 1.1.0',
  ])
  expect(historyEvents(rows, false).map(({ text }) => text)).not.toContain('Device registered')
})

test('derives the last change of each kind from the device record', () => {
  const device = {
    is_online: false,
    is_connected_to_vpn: false,
    last_vpn_event: '2026-11-20T14:00:00.000Z',
    last_connectivity_event: '2026-11-20T14:00:00.000Z',
    update_status: 'done',
    last_update_status_event: '2026-11-20T13:00:00.000Z',
  }
  const texts = (more: { last_vpn_event?: null; is_online?: boolean }) =>
    recordEvents({ ...device, ...more }).map(({ text }) => text)
  expect(texts({})).toEqual(['VPN disconnected', 'Update status: done'])
  // A device that never had a VPN connection cannot lose it.
  expect(texts({ last_vpn_event: null })[0]).toBe('Stopped reporting')
  expect(texts({ last_vpn_event: null, is_online: true })[0]).toBe('Started reporting')
})

test('lists each simulated event once, and merges all sources, newest first', () => {
  const events = [
    { n: 2, at: '2026-11-20T14:02:00.000Z', kind: 'contact', text: 'Contact was lost.' },
    { n: 1, at: '2026-11-20T14:01:00.000Z', kind: 'applying', text: 'It replaces its services.' },
    { n: 2, at: '2026-11-20T14:02:00.000Z', kind: 'contact', text: 'Contact was lost.' },
  ]
  const list = mergedEvents(simulatedEvents(events), historyEvents([aRow(1, 0)], true))
  expect(list.map(({ kind, source, text }) => [kind, source, text])).toEqual([
    ['connection', 'world', 'Contact was lost'],
    ['update', 'world', 'It replaces its services'],
    ['device', 'history', 'Device registered'],
  ])
})
