import type { TargetStateV2, TargetStateV3 } from './model.ts'
import type { ServiceClient } from './service-client.ts'

/** The target state of a device; its format depends on the supervisor version (docs/platform/device-protocol.md). */
export type TargetState = { version: 2; state: TargetStateV2 } | { version: 3; state: TargetStateV3 }

/** Reads the target state; null if there is none, as for a frozen device. Throws `ApiError`. */
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
