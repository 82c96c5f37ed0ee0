import type { Instant } from '../base/clock.ts'
import { between, chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'

/** A device that is rebooting or shutting down. */
export type Power =
  /** Services are being stopped; the device is still connected. `backAt` is null when it stays off. */
  | { kind: 'going-down'; startedAt: Instant; downAt: Instant; backAt: Instant | null }
  | { kind: 'down'; downAt: Instant; backAt: Instant | null }

/** Pure: starts a reboot or shutdown. */
export function goDown(
  kind: 'reboot' | 'shutdown',
  at: Instant,
  parameters: { seed: number; index: number; pace: number },
): Power {
  const { seed, index, pace } = parameters
  const second = Math.floor(at / 1000)
  const downAt = at + Math.round(between(1500, 4000, chance(seed, streams.boot, index, second, 1)))
  const bootMs = Math.round(
    between(24_000, 55_000, chance(seed, streams.boot, index, second, 2)) * Math.min(2, pace),
  )
  return { kind: 'going-down', startedAt: at, downAt, backAt: kind === 'reboot' ? downAt + bootMs : null }
}

export function advancePower(power: Power, at: Instant): Power {
  return power.kind === 'going-down' && power.downAt <= at
    ? { kind: 'down', downAt: power.downAt, backAt: power.backAt }
    : power
}

/** When it goes down; null once it is down: its link then determines when it returns. */
export function nextPowerWakeAt(power: Power): Instant | null {
  return power.kind === 'going-down' ? power.downAt : null
}
