import type { Instant } from '../base/clock.ts'
import { isWeakHour } from '../device/metrics.ts'
import { bootedAt, hardwareOf, profileOf, type WorldState } from '../state/world-state.ts'
import { logsOf } from './log-store.ts'

const HOURS = 3_600_000
const DAY = 24 * HOURS

/** A message of the kernel, with the time when it was written. */
export interface KernelLine {
  at: Instant
  message: string
}

/** What the kernel says about the hardware and of memory after one time and up to another, oldest first. */
export function kernelProblems(state: WorldState, index: number, from: Instant, to: Instant): KernelLine[] {
  const profile = profileOf(state, index)
  const lines: KernelLine[] = []
  for (let hour = Math.floor(from / HOURS) * HOURS; hour <= to; hour += HOURS) {
    if (isWeakHour(state.seed, index, profile, hour)) {
      lines.push({ at: hour + 2000, message: 'hwmon hwmon1: Undervoltage detected!' })
    }
    if (profile.storageErrors > 0) {
      const sector = 4_206_592 + ((hour / HOURS) % 4096) * 8
      const message = `blk_update_request: I/O error, dev ${hardwareOf(state, index).blockDevice}, sector ${sector}`
      lines.push({ at: hour + 5000, message })
    }
  }
  if (profile.leak !== null) {
    for (const { createdAt, message } of logsOf(state, index, { after: from, before: to })) {
      if (message.includes('heap out of memory')) {
        lines.push({ at: createdAt, message: 'Out of memory: Killed process (node), oom_score_adj: 0' })
      }
    }
  }
  return lines.filter(({ at }) => at > from && at <= to).sort((a, b) => a.at - b.at)
}

/** The same in the last day of the present boot; nothing of a device that is off. */
export function recentKernelProblems(state: WorldState, index: number): KernelLine[] {
  const booted = bootedAt(state, index)
  if (booted === null) return []
  return kernelProblems(state, index, Math.max(booted, state.now - DAY), state.now)
}
