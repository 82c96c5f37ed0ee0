import type { TargetStateV2, TargetStateV3 } from './model.ts'
import type { ServiceClient } from './service-client.ts'

/** What the platform tells a device to be; its form depends on the supervisor's version (docs/platform/device-protocol.md). */
export type TargetState = { version: 2; state: TargetStateV2 } | { version: 3; state: TargetStateV3 }

/** Reads the target state; null when the platform tells the device nothing, as one that is frozen. Throws `ApiError`. */
export async function readTargetState(
  services: ServiceClient,
  uuid: string,
  version: 2 | 3,
  signal?: AbortSignal,
): Promise<TargetState | null> {
  const question = { path: { uuid }, signal }
  if (version === 2) {
    const state = await services.json('get', '/device/v2/{uuid}/state', question)
    return state === undefined ? null : { version, state }
  }
  const state = await services.json('get', '/device/v3/{uuid}/state', question)
  return state === undefined ? null : { version, state }
}
