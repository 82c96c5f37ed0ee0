import { releaseLabel } from '@/domain/release/release-label.ts'
import { fleetText } from '@/messages/fleets/fleets.ts'

interface FleetFields {
  should_track_latest_release: boolean
  should_be_running__release: readonly { commit: string; raw_version: string; created_at: string }[]
}

/** The target release of a fleet: name, time of creation, and policy. */
export interface TargetRelease {
  /** Null if the fleet has no release. */
  label: string | null
  /** ISO time; null without a release. */
  pushedAt: string | null
  policy: string
}

/** A fleet either tracks the latest release or is pinned to one. */
export function targetRelease(fleet: FleetFields): TargetRelease {
  const release = fleet.should_be_running__release[0]
  return {
    label: release ? releaseLabel(release) : null,
    pushedAt: release?.created_at ?? null,
    policy: fleet.should_track_latest_release ? fleetText.trackingLatest : fleetText.pinned,
  }
}
