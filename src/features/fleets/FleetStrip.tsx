import type { ReactNode } from 'react'
import { api } from '@/api/api.ts'
import type { FleetsAttention } from '@/domain/device/attention.queries.ts'
import { totalDevices } from '@/domain/device/status-breakdown.ts'
import type { ListedStatus } from '@/domain/device/status-counts.queries.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { beside } from '@/messages/common/compose.ts'
import { fleetStripText as text } from '@/messages/fleets/fleet-history.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import type { FleetHistory } from '@/widgets/fleet-history/fleet-history.queries.ts'
import { FleetHistoryLine, percentOnline } from '@/widgets/fleet-history/FleetHistoryLine.tsx'
import { mergedHistory, summedStatuses } from '@/widgets/fleet-history/merged-history.ts'
import { targetRelease } from './fleet-release.ts'
import type { ListedFleet } from './fleets.queries.ts'
import styles from './FleetStrip.module.css'

const DAY = 86_400_000

export interface FleetStripProps {
  /** All fleets of the list. */
  fleets: readonly ListedFleet[]
  /** By fleet id. */
  statuses: ReadonlyMap<number, ListedStatus>
  histories: ReadonlyMap<number, FleetHistory> | undefined
  /** Undefined where it would cost the platform more. */
  attention: FleetsAttention | undefined
}

/** The state of all fleets in numbers, from what the list reads anyway. */
export function FleetStrip({ fleets, statuses, histories, attention }: FleetStripProps) {
  const now = api().now()
  const counts = summedStatuses(fleets.flatMap(({ id }) => statuses.get(id)?.counts ?? []))
  const total = totalDevices(counts)
  const online = percentOnline(counts)
  const unwell = counts.disconnected + counts['reduced-functionality'] + counts.frozen
  const releases = fleets.filter((fleet) => {
    const { pushedAt } = targetRelease(fleet)
    return pushedAt !== null && now - Date.parse(String(pushedAt)) < DAY
  }).length
  return (
    <Card className={styles.strip} role="group" aria-label={text.label}>
      <Stat value={formatNumber(total)}>{text.devices(formatNumber(fleets.length), fleets.length)}</Stat>
      {attention === undefined ? (
        <Stat value={formatNumber(unwell)}>
          <StatusMark tone={unwell === 0 ? 'ok' : 'idle'} /> {text.unwell}
        </Stat>
      ) : (
        <Stat value={formatNumber(attention.count)} isBad={attention.count > 0}>
          <StatusMark tone={attention.count === 0 ? 'ok' : 'bad'} />
          <span className={styles.attention}>
            {attention.newToday
              ? beside(text.attention(attention.count), text.newToday(formatNumber(attention.newToday)))
              : text.attention(attention.count)}
          </span>
        </Stat>
      )}
      <Stat value={formatNumber(counts.updating)}>
        <StatusMark tone="info" /> {text.updating(onlyRelease(fleets, statuses))}
      </Stat>
      {online !== null && (
        <Stat value={formatPercent(online)}>
          {text.online} <FleetHistoryLine of="online" history={histories && mergedHistory(histories)} />
        </Stat>
      )}
      <Stat value={formatNumber(releases)}>{text.releases(releases)}</Stat>
    </Card>
  )
}

function Stat({ value, isBad, children }: { value: string; isBad?: boolean; children: ReactNode }) {
  return (
    <p className={styles.stat}>
      <b data-bad={isBad || undefined}>{value}</b>
      <span className={styles.what}>{children}</span>
    </p>
  )
}

/** The target release of the updating devices, if they all belong to one fleet. */
function onlyRelease(
  fleets: readonly ListedFleet[],
  statuses: ReadonlyMap<number, ListedStatus>,
): string | undefined {
  const updating = fleets.filter(({ id }) => (statuses.get(id)?.counts.updating ?? 0) > 0)
  const [fleet] = updating
  return fleet && updating.length === 1 ? (targetRelease(fleet).label ?? undefined) : undefined
}
