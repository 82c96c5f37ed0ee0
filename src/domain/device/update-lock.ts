/** After this time as downloaded, an update counts as blocked. */
export const UPDATE_WAITS_AFTER_MS = 60_000

/** When the update lock ends, in milliseconds since 1970; null when none is held. */
export function lockedUntil(until: string | null, now: number): number | null {
  const at = until === null ? NaN : Date.parse(until)
  return at > now ? at : null
}

/** Whether an update has been downloaded for so long that an update lock must block it (docs/platform/device-protocol.md). */
export function updateWaits(
  device: { update_status: string | null; last_update_status_event: string | null },
  now: number,
): boolean {
  const since = device.last_update_status_event === null ? NaN : Date.parse(device.last_update_status_event)
  return device.update_status === 'downloaded' && now - since >= UPDATE_WAITS_AFTER_MS
}
