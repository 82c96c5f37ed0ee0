import type { Instant } from '../base/clock.ts'
import {
  advanceConfiguring,
  bootConfigName,
  isBootConfig,
  isForScreensOnly,
  nextConfigWakeAt,
  startConfiguring,
  type ConfigEvent,
  type Configuring,
} from '../device/configuration.ts'
import { appendEvent } from '../device/event-history.ts'
import { isInTouch } from '../device/link.ts'
import { goDown } from '../device/power.ts'
import { lockHolder, pollIntervalMs, readLink, profileOf, type WorldState } from '../state/world-state.ts'

/** A configuration variable changed in the cloud and must be applied by the device. */
export function beginConfigApply(
  state: WorldState,
  index: number,
  change: { name: string; value: string | null },
  noticedAt: Instant,
): void {
  const link = readLink(state, index)
  // External devices apply their configuration themselves.
  if (state.outsiders.has(index)) return
  // A device that has never connected reads its whole configuration when it first does.
  if (isForScreensOnly(change.name) || link.contact === 'never-connected') return
  const before = state.configuring.get(index)
  const isReachable = isInTouch(link) && !state.frozen.has(index)
  const changes = { [change.name]: change.value }
  set(state, index, startConfiguring(before, changes, state.now, isReachable ? noticedAt : null), state.now)
}

/** Applies an event to a pending configuration change. */
export function moveConfigApply(state: WorldState, index: number, event: ConfigEvent): void {
  const before = state.configuring.get(index)
  if (before === undefined) return
  if (event.type === 'contact-found' && state.frozen.has(index)) return
  const after = advanceConfiguring(before, event, lockHolder(state, index), pollIntervalMs(state, index))
  if (after !== before) set(state, index, after, event.at)
}

/** The time of its next change; Infinity for never. */
export function nextConfigApplyAt({ configuring }: WorldState, index: number): Instant {
  const it = configuring.get(index)
  return (it && nextConfigWakeAt(it)) ?? Infinity
}

function set(state: WorldState, index: number, it: Configuring, at: Instant): void {
  const before = state.configuring.get(index)
  const { changes, startedAt } = it
  const isApplied = it.kind === 'held' || it.kind === 'applied'
  if (isApplied && before?.kind === 'applying') {
    const reboots = it.kind === 'held' || it.reboots
    appendEvent(state.histories, index, {
      kind: 'configured',
      startedAt,
      changes,
      reboots,
      ...(Object.keys(changes).some(isBootConfig) && { boot: bootConfig(state, index) }),
    })
  }
  if (it.kind !== 'applied') {
    state.configuring.set(index, it)
    if (it.kind === 'held' && it.until === null) {
      appendEvent(state.histories, index, { kind: 'config-held', startedAt, heldBy: it.heldBy })
    }
    return
  }
  state.configuring.delete(index)
  if (it.reboots && !state.powers.has(index)) reboot(state, index, at)
}

/** The boot configuration as the supervisor writes it: all variables of the device's configuration files. */
function bootConfig(state: WorldState, index: number): Record<string, string> {
  const own = state.configs.get(index) ?? new Map<string, string>()
  const fleet = state.fleets.get(state.columns.fleet[index] ?? 0)?.config ?? new Map<string, string>()
  const found = [...fleet, ...own].filter(([name]) => isBootConfig(name))
  return Object.fromEntries(found.map(([name, value]) => [bootConfigName(name), value]))
}

/** Starts a reboot. */
export function reboot(state: WorldState, index: number, at: Instant): void {
  const { pace } = profileOf(state, index)
  const power = goDown('reboot', at, { seed: state.seed, index, pace })
  state.powers.set(index, power)
  if (power.kind !== 'going-down') return
  const { downAt } = power
  appendEvent(state.histories, index, { kind: 'going-down', startedAt: at, downAt, returns: true })
}
