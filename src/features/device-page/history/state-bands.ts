import { deviceStatusTone, type Tone } from '@/domain/device/device-status.ts'
import { statusLabel } from '@/domain/device/status-breakdown.ts'
import type { SeenSpan } from '@/engines/history/observed-periods.ts'
import { stateBandText as text } from '@/messages/device-page/device-history.ts'

/** A time range, in ms since 1970. */
interface Stretch {
  from: number
  to: number
}

/** A range of constant state. */
export interface BandSpan extends Stretch {
  tone: Tone
  label: string
}

/** One aspect of a device over time. Gaps mean that nothing is known. */
export interface Band {
  name: 'status' | 'vpn'
  spans: BandSpan[]
}

/** A period with or without VPN connection, from the history of the platform. */
export interface VpnPeriod extends Stretch {
  isConnected: boolean
}

interface PeriodRow {
  created_at: string
  is_managed_by__service_instance: unknown
}

/** VPN periods of history rows, oldest first. The last period ends at `Infinity`. */
export function vpnPeriods(rows: readonly PeriodRow[]): VpnPeriod[] {
  const periods: VpnPeriod[] = []
  for (const row of rows) {
    const from = Date.parse(row.created_at)
    const isConnected = row.is_managed_by__service_instance !== null
    const last = periods.at(-1)
    if (last !== undefined) last.to = from
    if (last?.isConnected !== isConnected) periods.push({ from, to: Infinity, isConnected })
    else last.to = Infinity
  }
  return periods
}

/** The known states within a range, one band per source that has data. */
export function stateBands(
  seen: readonly SeenSpan[],
  periods: readonly VpnPeriod[],
  { from, to }: Stretch,
): Band[] {
  const within = <Span extends Stretch>(spans: readonly Span[]) =>
    spans
      .filter((span) => span.to >= from && span.from <= to)
      .map((span) => ({ ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) }))
  const status: BandSpan[] = within(seen).map((span) => ({
    from: span.from,
    to: span.to,
    tone: deviceStatusTone[span.status],
    label: text.status(statusLabel[span.status], span.connection),
  }))
  // A device that never had a VPN connection cannot lose it.
  const hasVpn = periods.some(({ isConnected }) => isConnected)
  const vpn: BandSpan[] = within(hasVpn ? periods : []).map((period) => ({
    from: period.from,
    to: period.to,
    tone: period.isConnected ? 'ok' : 'idle',
    label: period.isConnected ? text.connected : text.notConnected,
  }))
  const bands: Band[] = [
    { name: 'status', spans: status },
    { name: 'vpn', spans: vpn },
  ]
  return bands.filter(({ spans }) => spans.length > 0)
}

/** The share of each state in a range, largest first. The shares sum up to less than 1 if there are gaps. */
export function stateShares({ spans }: Band, { from, to }: Stretch): { label: string; share: number }[] {
  const shares = new Map<string, number>()
  for (const span of spans)
    shares.set(span.label, (shares.get(span.label) ?? 0) + (span.to - span.from) / (to - from))
  return [...shares]
    .map(([label, share]) => ({ label, share }))
    .toSorted((one, other) => other.share - one.share)
}
