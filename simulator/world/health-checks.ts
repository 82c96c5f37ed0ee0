import { deviceProfiles } from '../definition/device-profiles.ts'
import { isWeakHour } from '../device/metrics.ts'
import type { CheckedDevice, KernelLine } from '../explain/diagnostics.ts'
import type { World } from './world.ts'

const HOURS = 3_600_000
const HOURS_LOOKED_AT = 24

/** Kernel messages of the last day, oldest first. */
export function kernelLines(world: World, index: number): KernelLine[] {
  const device = world.device(index)
  const profile = deviceProfiles[device.persona]
  const from = Math.max(device.bootedAt ?? Infinity, world.now() - HOURS_LOOKED_AT * HOURS)
  const lines: KernelLine[] = []
  for (let hour = Math.ceil(from / HOURS) * HOURS; hour <= world.now(); hour += HOURS) {
    if (isWeakHour(world.seed, index, profile, hour)) {
      lines.push({ at: hour + 2000, message: 'hwmon hwmon1: Undervoltage detected!' })
    }
    if (profile.storageErrors > 0) {
      const sector = 4_206_592 + ((hour / HOURS) % 4096) * 8
      const message = `blk_update_request: I/O error, dev ${device.hardware.blockDevice}, sector ${sector}`
      lines.push({ at: hour + 5000, message })
    }
  }
  for (const { createdAt, message } of world.logs(index, { count: 1000 })) {
    if (createdAt >= from && message.includes('heap out of memory')) {
      lines.push({ at: createdAt, message: 'Out of memory: Killed process (node), oom_score_adj: 0' })
    }
  }
  return lines.sort((a, b) => a.at - b.at)
}

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
    kernel: kernelLines(world, index),
  }
}
