import { useCallback, useRef } from 'react'
import { deviceStatusShape, deviceStatusTone } from '@/domain/device/device-status.ts'
import { shownStatuses, statusLabel } from '@/domain/device/status-breakdown.ts'
import { formatBytes, formatNumber } from '@/lib/format.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { WorldStats } from '@/simulation/control-contract.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { usePolled } from './use-polled.ts'
import type { WorldControl } from './world-control.ts'
import styles from './WorldStatsSection.module.css'

const EVERY_MS = 2000

interface Reading {
  events: number
  at: number
}

/** Loads the statistics and computes the events per second since the last call; undefined the first time. */
function useStats({ client }: WorldControl) {
  const before = useRef<Reading>(undefined)
  return useCallback(async () => {
    const stats = await client.stats()
    const now = { events: stats.events, at: performance.now() }
    const last = before.current
    before.current = now
    const passed = last === undefined ? 0 : now.at - last.at
    const rate =
      last === undefined || passed <= 0
        ? undefined
        : Math.max(0, ((now.events - last.events) * 1000) / passed)
    return { stats, rate }
  }, [client])
}

/** Statistics of the world. */
export function WorldStatsSection({ control }: { control: WorldControl }) {
  const { result, again } = usePolled(control, useStats(control), EVERY_MS)
  return (
    <AsyncContent result={result} onRetry={() => void again()}>
      {(known) => <StatsList {...known} />}
    </AsyncContent>
  )
}

function StatsList({ stats, rate }: { stats: WorldStats; rate: number | undefined }) {
  const { devices, fleets, byStatus, requests, worldBytes, snapshotBytes, snapshots } = stats
  return (
    <>
      <dl className={styles.stats}>
        <Figure label={panelText.devices} value={formatNumber(devices)} />
        <Figure label={panelText.fleets} value={formatNumber(fleets)} />
        <Figure label={panelText.requestCount} value={formatNumber(requests)} />
        <Figure label={panelText.eventsRate} value={rate === undefined ? '–' : formatNumber(rate)} />
        <Figure
          label={panelText.worldMemory}
          value={worldBytes === null ? panelText.unknown : formatBytes(worldBytes)}
        />
        <Figure
          label={panelText.snapshotMemory}
          value={`${formatNumber(snapshots)} · ${formatBytes(snapshotBytes)}`}
        />
      </dl>
      <ul className={styles.statuses} aria-label={panelText.byStatus}>
        {shownStatuses
          .map((status) => ({ status, count: byStatus[status] ?? 0 }))
          .filter(({ count }) => count > 0)
          .map(({ status, count }) => (
            <li key={status}>
              <StatusMark tone={deviceStatusTone[status]} shape={deviceStatusShape[status]} />
              {statusLabel[status]}
              <b>{formatNumber(count)}</b>
            </li>
          ))}
      </ul>
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
