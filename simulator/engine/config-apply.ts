import type { Instant } from '../clock.ts'
import {
  advanceConfiguring,
  isForScreensOnly,
  nextConfigWakeAt,
  startConfiguring,
  type ConfigEvent,
  type Configuring,
} from '../device/configuration.ts'
import { isInTouch } from '../device/link.ts'
import { goDown } from '../device/power.ts'
import { appendEvent } from '../world/event-history.ts'
import { lockHolder, readLink, profileOf, type WorldState } from '../world/world-state.ts'

/** A variable of the configuration changed in the cloud: the device is to take it on. */
export function beginConfigApply(
  state: WorldState,
  index: number,
  change: { name: string; value: string | null },
  noticedAt: Instant,
): void {
  const link = readLink(state, index)
  // A machine outside of this world takes on what it is told by itself.
  if (state.outsiders.has(index)) return
  // Whoever has never been in touch reads all of its configuration when it first is.
  if (isForScreensOnly(change.name) || link.contact === 'never-connected') return
  const before = state.configuring.get(index)
  const hears = isInTouch(link) && !state.frozen.has(index)
  const changes = { [change.name]: change.value }
  set(state, index, startConfiguring(before, changes, state.now, hears ? noticedAt : null), state.now)
}

/** Lets an event reach what is being configured. */
export function moveConfigApply(state: WorldState, index: number, event: ConfigEvent): void {
  const before = state.configuring.get(index)
  if (before === undefined) return
  if (event.type === 'contact-found' && state.frozen.has(index)) return
  const after = advanceConfiguring(before, event, lockHolder(state, index))
  if (after !== before) set(state, index, after, event.at)
}

/** When it next moves by itself; Infinity for never. */
export function nextConfigApplyAt({ configuring }: WorldState, index: number): Instant {
  const it = configuring.get(index)
  return (it && nextConfigWakeAt(it)) ?? Infinity
}

function set(state: WorldState, index: number, it: Configuring, at: Instant): void {
  if (it.kind !== 'applied') {
    state.configuring.set(index, it)
    if (it.kind === 'held') {
      const { heldBy, startedAt } = it
      appendEvent(state.histories, index, { kind: 'config-held', startedAt, heldBy })
    }
    return
  }
  state.configuring.delete(index)
  const { changes, reboots, startedAt } = it
  appendEvent(state.histories, index, { kind: 'configured', startedAt, changes, reboots })
  if (reboots && !state.powers.has(index)) reboot(state, index, at)
}

/** Sends a device down to come back by itself. */
export function reboot(state: WorldState, index: number, at: Instant): void {
  const { pace } = profileOf(state, index)
  const power = goDown('reboot', at, { seed: state.seed, index, pace })
  state.powers.set(index, power)
  if (power.kind !== 'going-down') return
  const { downAt } = power
  appendEvent(state.histories, index, { kind: 'going-down', startedAt: at, downAt, returns: true })
}
