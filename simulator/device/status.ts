import type { HeartbeatState, OverallStatus, ServiceState } from './device-state.ts'

/** The inputs for the overall status (docs/platform/derived-values.md). */
export interface StatusFacts {
  isActive: boolean
  provisioningState: string | null
  provisioningProgress: number | null
  cloudlink: boolean
  everConnected: boolean
  heartbeat: HeartbeatState
  /** The status text reported by the device. */
  status: string
  downloadProgress: number | null
  /** False when `…_SUPERVISOR_VPN_CONTROL` is `false`. */
  cloudlinkAllowed: boolean
  installs: readonly Pick<ServiceState, 'status' | 'downloadProgress' | 'releaseId'>[]
  targetReleaseId: number | null
}

/** The rows of the table in docs/platform/derived-values.md; the first match decides. */
export function statusRow(facts: StatusFacts): 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 {
  const { cloudlink, heartbeat } = facts
  const beats = heartbeat === 'online' || heartbeat === 'timeout'
  if (!facts.isActive) return 1
  if (facts.provisioningState === 'Post-Provisioning') return 2
  if (!cloudlink && !facts.everConnected && heartbeat === 'unknown') return 3
  if (!cloudlink && (heartbeat === 'offline' || heartbeat === 'unknown')) return 4
  if (beats && facts.downloadProgress !== null && facts.status === 'Downloading') return 5
  if (facts.provisioningProgress !== null) return 6
  if (beats && facts.installs.some((it) => it.status === 'Downloading' && it.downloadProgress !== null))
    return 7
  if (heartbeat === 'timeout') return 8
  if (cloudlink && heartbeat !== 'online') return 8
  if (!cloudlink && heartbeat === 'online' && facts.cloudlinkAllowed) return 8
  return 9
}

const STATUS_OF_ROW: Record<ReturnType<typeof statusRow>, OverallStatus> = {
  1: 'inactive',
  2: 'post-provisioning',
  3: 'configuring',
  4: 'disconnected',
  5: 'updating',
  6: 'configuring',
  7: 'updating',
  8: 'reduced-functionality',
  9: 'operational',
}

/** `overall_status` (docs/platform/derived-values.md). */
export function overallStatus(facts: StatusFacts): OverallStatus {
  return STATUS_OF_ROW[statusRow(facts)]
}

/** `overall_progress` in percent (docs/platform/derived-values.md). */
export function overallProgress(facts: StatusFacts): number | null {
  switch (statusRow(facts)) {
    case 2:
    case 3:
    case 6:
      return facts.provisioningProgress
    case 5:
      return facts.downloadProgress
    case 7:
      return averageProgress(facts)
    default:
      return null
  }
}

function averageProgress({ installs, targetReleaseId }: StatusFacts): number {
  const counted = installs.filter((it) => it.status === 'Downloading' || it.releaseId === targetReleaseId)
  const sum = counted.reduce((total, it) => total + (it.downloadProgress ?? 100), 0)
  return Math.round(sum / counted.length)
}
