import { expect, test } from 'vitest'
import type { SeenSpan } from '@/engines/history/observed-periods.ts'
import { stateShares, stateBands, vpnPeriods } from './state-bands.ts'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 10, 20, 12)
const row = (minute: number, isUp: boolean) => ({
  created_at: new Date(NOON + minute * MINUTE).toISOString(),
  is_managed_by__service_instance: isUp ? { __id: 1 } : null,
})
const seen = (from: number, to: number, change: Partial<SeenSpan> = {}): SeenSpan => ({
  from: NOON + from * MINUTE,
  to: NOON + to * MINUTE,
  status: 'operational',
  connection: 'vpn',
  ...change,
})
const hour = { from: NOON, to: NOON + 60 * MINUTE }

test('converts history rows into periods with and without VPN, the last one open-ended [OPS-047]', () => {
  // A row starts with any change: here of the release, which does not end a VPN period.
  const periods = vpnPeriods([row(0, true), row(10, true), row(20, false), row(30, true)])
  expect(periods).toEqual([
    { from: NOON, to: NOON + 20 * MINUTE, isConnected: true },
    { from: NOON + 20 * MINUTE, to: NOON + 30 * MINUTE, isConnected: false },
    { from: NOON + 30 * MINUTE, to: Infinity, isConnected: true },
  ])
})

test('bands contain the known states within the range, with gaps where nothing was observed [OPS-046]', () => {
  const [status, ...others] = stateBands(
    [seen(-30, 10), seen(40, 50, { status: 'disconnected', connection: 'offline' }), seen(70, 80)],
    [],
    hour,
  )
  expect(others).toEqual([])
  expect(status?.spans).toMatchObject([
    { from: NOON, to: NOON + 10 * MINUTE, tone: 'ok', label: 'Operational' },
    { from: NOON + 40 * MINUTE, to: NOON + 50 * MINUTE, tone: 'idle', label: 'Disconnected, offline' },
  ])
  expect(status && stateShares(status, hour)).toEqual([
    { label: 'Operational', share: 1 / 6 },
    { label: 'Disconnected, offline', share: 1 / 6 },
  ])
})

test('a device that never had a VPN connection has no VPN band [OPS-047]', () => {
  const periods = vpnPeriods([row(0, false)])
  expect(stateBands([], periods, hour)).toEqual([])
})
