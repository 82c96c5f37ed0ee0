import { useEffect, useMemo } from 'react'
import { api } from '@/api/api.ts'
import type { StatusCounts } from '@/domain/device/status-breakdown.ts'
import type { ListedStatus } from '@/domain/device/status-counts.queries.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'

/** Records counts that a page has just read, for the history of its fleets. A simulated world has its own history. */
export function useRecordCounts(counts: ReadonlyMap<number, StatusCounts> | undefined): void {
  const isLive = useSimulationData() === null
  useEffect(() => {
    const account = api().session.claims()?.id
    if (!isLive || counts === undefined || counts.size === 0 || account === undefined) return
    const at = api().now()
    // A failure to record must not break the page; the next read tries again.
    import('@/engines/fleet-history/fleet-counts.ts')
      .then(({ fleetCountsHistory }) => fleetCountsHistory(account).note(counts, at))
      .catch(() => undefined)
  }, [counts, isLive])
}

/** The same for fleets whose devices were read to be counted. */
export function useRecordStatuses(statuses: ReadonlyMap<number, ListedStatus> | undefined): void {
  useRecordCounts(
    useMemo(
      () => statuses && new Map([...statuses].map(([fleet, { counts }]) => [fleet, counts])),
      [statuses],
    ),
  )
}
