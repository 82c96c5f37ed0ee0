/** What determines the target release. */

export type TargetOrigin = 'device-pin' | 'fleet'

/** Why the device should run its target release (docs/platform/derived-values.md). */
export function targetOrigin(device: { is_pinned_on__release: readonly unknown[] }): TargetOrigin {
  return device.is_pinned_on__release.length > 0 ? 'device-pin' : 'fleet'
}

export type SupportAccess = { state: 'none' } | { state: 'granted' | 'expired'; until: number }

/** Support access at a time; both in ms since 1970. */
export function supportAccess(until: string | null, now: number): SupportAccess {
  const at = until === null ? NaN : Date.parse(until)
  if (Number.isNaN(at)) return { state: 'none' }
  return { state: at > now ? 'granted' : 'expired', until: at }
}

/** Splits a space-separated list of addresses. */
export function addresses(list: string | null): string[] {
  return (list ?? '').split(/\s+/).filter((address) => address !== '')
}

export const heartbeatStates = ['online', 'offline', 'timeout', 'unknown'] as const
export type HeartbeatState = (typeof heartbeatStates)[number]

/** Parses a heartbeat state; unknown values of newer platforms count as `unknown`. */
export function heartbeatState(state: string | null): HeartbeatState {
  return heartbeatStates.find((known) => known === state) ?? 'unknown'
}

export const updateStatuses = [
  'rejected',
  'downloading',
  'downloaded',
  'applying changes',
  'aborted',
  'done',
] as const
export type UpdateStatus = (typeof updateStatuses)[number] | 'none'

export function updateStatus(status: string | null): UpdateStatus {
  return updateStatuses.find((known) => known === status) ?? 'none'
}
