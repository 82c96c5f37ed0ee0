import { percentInGoodOrder, totalDevices, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { formatPercent } from '@/lib/format.ts'
import { fleetHistoryText as text } from '@/messages/fleets/fleet-history.ts'
import { Sparkline } from '@/ui/chart/Sparkline.tsx'
import type { FleetHistory } from './fleet-history.queries.ts'

/** The smallest range of the line, in percent: it does not make a cliff of one device. */
const MIN_RANGE = 10
/** From this share of devices on that are neither well nor updating, the line is that of a problem. */
const MANY_UNWELL = 0.1

/** Share of devices that the platform hears of, 0 to 100; null without devices. */
export function percentOnline(counts: StatusCounts): number | null {
  const total = totalDevices(counts)
  const away = counts.disconnected + counts.inactive + counts.configuring
  return total === 0 ? null : ((total - away) / total) * 100
}

const shares = { operational: percentInGoodOrder, online: percentOnline }

export interface FleetHistoryLineProps {
  history: FleetHistory | undefined
  of: keyof typeof shares
}

/** A share of devices over time, as a small line; nothing if less than two points are known. */
export function FleetHistoryLine({ history, of }: FleetHistoryLineProps) {
  if (!history) return null
  const points = history.points.flatMap(({ at, counts }) => {
    const value = shares[of](counts)
    return value === null ? [] : [{ at, value }]
  })
  const last = points.at(-1)
  const latest = history.points.at(-1)
  if (!last || !latest || points.length < 2) return null
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const { counts } = latest
  const unwell = counts.disconnected + counts['reduced-functionality'] + counts.frozen
  return (
    <Sparkline
      points={points}
      from={history.from}
      to={history.to}
      gap={history.gap}
      bottom={Math.max(0, Math.min(low, 100 - MIN_RANGE))}
      top={100}
      tone={unwell > totalDevices(counts) * MANY_UNWELL ? 'warn' : 'ok'}
      label={text.line[of](formatPercent(last.value), formatPercent(low), formatPercent(high))}
    />
  )
}
