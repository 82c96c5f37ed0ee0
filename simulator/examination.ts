import type { ExaminedDevice } from './device/diagnostics.ts'
import { temperaments } from './personas/temperaments.ts'
import type { World } from './world.ts'

/** What the health checks and the diagnostics of a device look at, at the world's now. */
export function examine(world: World, index: number): ExaminedDevice {
  const device = world.device(index)
  const update = world.systemUpdate(index, 'os')
  return {
    device,
    systemError: update?.kind === 'failed' ? update.error : null,
    hasBadStorage: temperaments[device.persona].storageErrors > 0,
  }
}
