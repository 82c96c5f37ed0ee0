import type { Http } from './http.ts'
import type { TargetStateV2, TargetStateV3 } from './model.ts'

/** What the platform tells a device to be; its form depends on the supervisor's version (docs/platform/device-protocol.md). */
export type TargetState = { version: 2; state: TargetStateV2 } | { version: 3; state: TargetStateV3 }

/** Reads the target state; null when the platform tells the device nothing, as one that is frozen. Throws `ApiError`. */
export async function readTargetState(
  http: Http,
  uuid: string,
  version: 2 | 3,
  signal?: AbortSignal,
): Promise<TargetState | null> {
  const path = `/device/v${version}/${encodeURIComponent(uuid)}/state`
  const response = await http.request(path, { signal: signal ?? null })
  if (response.status !== 200) return null
  const state: unknown = await response.json()
  return version === 2
    ? { version, state: state as TargetStateV2 }
    : { version, state: state as TargetStateV3 }
}
