import { deviceProfiles } from '../definition/device-profiles.ts'
import type { CheckedDevice } from '../explain/diagnostics.ts'
import { recentKernelProblems } from '../views/kernel-problems.ts'
import type { World } from './world.ts'

/** Collects the inputs of the health checks and diagnostics at the world's current time. */
export function runHealthChecks(world: World, index: number): CheckedDevice {
  const device = world.device(index)
  const update = world.systemUpdate(index, 'os')
  return {
    device,
    systemError: update?.kind === 'failed' ? update.error : null,
    isSupervisorRunning: world.isSupervisorRunning(index),
    isEngineRunning: world.isUnitRunning(index, 'balena'),
    hasBadStorage: deviceProfiles[device.persona].storageErrors > 0,
    kernel: world.read(recentKernelProblems, index),
  }
}
