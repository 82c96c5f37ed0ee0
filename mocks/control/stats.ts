import type { WorldStats } from '../../openapi/generated/control.d.ts'
import type { OverallStatus } from '../../simulator/world/world.ts'
import type { ControlContext } from './control-context.ts'

/** Statistics of the world and its memory, for the control panel. */
export function statsOf({ world, store, history, requestLog, events, advance }: ControlContext): WorldStats {
  advance()
  const byStatus: Record<OverallStatus, number> = {
    configuring: 0,
    'post-provisioning': 0,
    updating: 0,
    operational: 0,
    'reduced-functionality': 0,
    disconnected: 0,
    inactive: 0,
  }
  let devices = 0
  for (const fleet of store.registered.fleets) {
    for (const [status, count] of Object.entries(world.fleetCounts(fleet))) {
      if (status in byStatus) byStatus[status as OverallStatus] += count
      devices += count
    }
  }
  const { snapshots, recorder } = history
  const count = snapshots.list().length
  const bytes = Math.round(snapshots.bytes)
  return {
    devices,
    fleets: store.registered.fleets.size,
    byStatus,
    events,
    requests: requestLog.count,
    actions: recorder.actions.length,
    snapshots: count,
    worldBytes: snapshots.last()?.bytes ?? null,
    snapshotBytes: bytes,
    maxSnapshotBytes: snapshots.maxBytes,
    // Deprecated names.
    moments: count,
    momentBytes: bytes,
    mostMomentBytes: snapshots.maxBytes,
  }
}
