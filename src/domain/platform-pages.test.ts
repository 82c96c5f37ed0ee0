// @vitest-environment jsdom

import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectApi, type Api } from '@/api/api.ts'
import { operationReason } from '@/messages/operations/operations.ts'
import { preferencePages } from './account/preference-pages.ts'
import { deviceIssues, needsAttention } from './device/device-issues.ts'
import { devicePages } from './device/device-pages.ts'
import { breakdownParts, goodOrder, noCounts, percentInGoodOrder } from './device/status-breakdown.ts'
import { fleetPages } from './fleet/fleet-pages.ts'
import { whyUnreachable } from './operations/reach.ts'
import { organizationPages } from './organization/organization-pages.ts'
import type { Organization } from './organization/organization.queries.ts'

beforeEach(() => localStorage.clear())
// Test files of one process share the connection: reset it to the hosted platform.
afterAll(
  () =>
    void connectApi({ apiUrl: 'https://api.example', terminalUrl: 'wss://api.example', tokenKey: 'token' }),
)

async function platform(configStatus: number): Promise<Api> {
  const api = connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://api.example',
    tokenKey: 'token',
    fetch: async () => new Response('{}', { status: configStatus }),
  })
  await api.detectPlatform()
  return api
}

const organization: Organization = {
  id: 1,
  name: 'admin',
  handle: 'admin',
  is_frozen: false,
  organization_membership: [{ id: 1, organization_membership_role: [{ name: 'administrator' }] }],
}

const labels = (pages: readonly { label: string }[]) => pages.map(({ label }) => label)

function everyTab() {
  return {
    fleet: labels(fleetPages({ id: 1, is_of__class: 'fleet' }, 'administrator')),
    device: labels(devicePages('abc', 'administrator')),
    account: labels(preferencePages()),
    organization: labels(organizationPages({ organization, part: undefined }, false)),
  }
}

test('the hosted platform has all pages', async () => {
  await platform(200)
  const tabs = everyTab()
  expect(tabs.fleet).toEqual(expect.arrayContaining(['Members', 'Teams']))
  expect(tabs.device).toEqual(expect.arrayContaining(['Location', 'Diagnostics']))
  expect(tabs.account).toEqual(expect.arrayContaining(['Profile', 'Two-factor authentication']))
  expect(tabs.organization).toEqual(expect.arrayContaining(['Teams', 'Billing', 'Credits']))
})

test('the open-source backend has the pages whose data it has', async () => {
  await platform(404)
  expect(everyTab()).toEqual({
    fleet: ['Summary', 'Releases', 'Devices', 'Variables', 'Configuration', 'Settings', 'API keys'],
    device: ['Summary', 'Actions', 'Settings', 'Configuration', 'Variables', 'Supervisor state'],
    account: ['Account details', 'SSH keys', 'Access tokens', 'Display'],
    organization: ['Summary', 'Fleets', 'Blocks', 'Members', 'Insights', 'Activity'],
  })
})

const reporting = {
  is_frozen: false,
  overall_status: 'reduced-functionality',
  is_connected_to_vpn: false,
} as const

test('a device that reports without a VPN is unreachable, but neither offline nor an issue', async () => {
  await platform(200)
  expect(whyUnreachable(reporting)).toBe(operationReason.mustBeOnline)
  const anyReduced = '{"overall_status":{"$in":["reduced-functionality","disconnected"]}}'
  expect(JSON.stringify(needsAttention(0))).toContain(anyReduced)
  await platform(404)
  expect(whyUnreachable(reporting)).toBe(operationReason.onlyReports)
  expect(whyUnreachable({ ...reporting, overall_status: 'disconnected' })).toBe(operationReason.mustBeOnline)
  expect(JSON.stringify(needsAttention(0))).not.toContain(anyReduced)
  const device = {
    ...reporting,
    is_online: true,
    is_undervolted: false,
    is_locked_until__date: null,
    api_heartbeat_state: 'online',
    last_connectivity_event: '2026-11-20T14:00:00.000Z',
    update_status: 'done',
    last_update_status_event: null,
    provisioning_progress: null,
    provisioning_state: '',
    memory_usage: null,
    memory_total: null,
    storage_usage: null,
    storage_total: null,
    cpu_temp: null,
  } as const
  expect(deviceIssues(device, [], 0)).toEqual([])
  expect(deviceIssues({ ...device, api_heartbeat_state: 'timeout' }, [], 0)).toEqual([
    { kind: 'heartbeat-missing' },
  ])
})

test('without a VPN, reporting devices count as healthy, and no operational one is missing', async () => {
  const counts = { ...noCounts(), 'reduced-functionality': 3, disconnected: 1 }
  const labels = () => breakdownParts(counts).map(({ key }) => key)
  await platform(200)
  expect([goodOrder(), percentInGoodOrder(counts)]).toEqual(['operational', 0])
  expect(labels()).toContain('operational')
  await platform(404)
  expect([goodOrder(), percentInGoodOrder(counts)]).toEqual(['reporting', 75])
  expect(labels()).toEqual(['updating', 'reduced-functionality', 'disconnected'])
})
