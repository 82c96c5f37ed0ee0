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

/** No device has more; each is a value with a button of its own. */
const MAX_ADDRESSES = 20

/** Splits a space-separated list of addresses, each once. `more`: how many are left out of a list that is too long. */
export function addresses(list: string | null): { shown: string[]; more: number } {
  const all = [...new Set((list ?? '').split(/\s+/).filter((address) => address !== ''))]
  return { shown: all.slice(0, MAX_ADDRESSES), more: Math.max(0, all.length - MAX_ADDRESSES) }
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
