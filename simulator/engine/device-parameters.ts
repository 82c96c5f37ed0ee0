import type { Instant } from '../base/clock.ts'
import { between, chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { isNewerVersion } from '../base/versions.ts'
import { UPDATE_STRATEGIES, type ReleasePlan, type UpdateStrategy } from '../definition/world-definition.ts'
import { clockSkew } from '../device/clock-skew.ts'
import type { SystemUpdateParameters, SystemUpdatePlan } from '../device/os-update.ts'
import { storageFillPlan, type Filling } from '../device/storage.ts'
import type { UpdateParameters } from '../device/update.ts'
import {
  batchOf,
  configValueAt,
  flockHolder,
  lockHolder,
  pollIntervalMs,
  requireRelease,
  profileOf,
  systemVersion,
  type WorldState,
} from '../state/world-state.ts'

export function updateParameters(state: WorldState, index: number): UpdateParameters {
  const { speed, pace, failures, provisioning } = profileOf(state, index)
  return {
    seed: state.seed,
    index,
    speed: between(1_500_000, 6_000_000, chance(state.seed, streams.downloadSpeed, index)) * speed,
    pace,
    failures,
    deltas: isOn(state, index, 'SUPERVISOR_DELTA'),
    handoverMs: handoverMs(state, index),
    release: releasesAs(state, strategyOf(state, index)),
    lockedBy: lockHolder(state, index),
    pollIntervalMs: pollIntervalMs(state, index),
    reachesRegistry: provisioning !== 'no-images',
    hasRoom: (at) => !isFullAt(state, index, at),
  }
}

/** The configured update strategy for services without a label (docs/platform/derived-values.md, docs/platform/device-protocol.md). */
function strategyOf(state: WorldState, index: number): UpdateStrategy | undefined {
  const value = configValueAt(state, index, 'SUPERVISOR_UPDATE_STRATEGY')
  return UPDATE_STRATEGIES.find((it) => it === value)
}

const withStrategies = new WeakMap<ReleasePlan, Map<UpdateStrategy, ReleasePlan>>()

/** Releases with the strategy of the device applied; cached by plan. */
function releasesAs(state: WorldState, strategy: UpdateStrategy | undefined): (id: number) => ReleasePlan {
  if (strategy === undefined) return (id) => requireRelease(state, id)
  return (id) => {
    const plan = requireRelease(state, id)
    const known = withStrategies.get(plan) ?? new Map<UpdateStrategy, ReleasePlan>()
    const services = plan.services.map((it) => ({ ...it, strategy: it.strategy ?? strategy }))
    const changed = known.get(strategy) ?? { ...plan, services }
    withStrategies.set(plan, known.set(strategy, changed))
    return changed
  }
}

const DEFAULT_HANDOVER_MS = 60_000

function handoverMs(state: WorldState, index: number): number {
  const value = Number(configValueAt(state, index, 'SUPERVISOR_HANDOVER_TIMEOUT') ?? DEFAULT_HANDOVER_MS)
  return value >= 0 && value <= 3_600_000 ? value : DEFAULT_HANDOVER_MS
}

/** A configuration switch that is on by default. */
function isOn(state: WorldState, index: number, suffix: string): boolean {
  const value = configValueAt(state, index, suffix)
  return value !== 'false' && value !== '0'
}

/** How data fills the storage since the last purge; null for a device without this problem. */
export function fillingAt(state: WorldState, index: number, at: Instant): Filling | null {
  const { fills } = profileOf(state, index)
  if (!fills) return null
  const facts = { seed: state.seed, index, fills, metAt: batchOf(state, index).at }
  return storageFillPlan(facts, lastPurgeAt(state, index, at))
}

function lastPurgeAt({ purges, histories }: WorldState, index: number, at: Instant): Instant | null {
  const last = purges.get(index)
  if (last === undefined || last <= at) return last ?? null
  const earlier = histories.get(index)?.list.findLast((it) => it.kind === 'purged' && it.startedAt <= at)
  return earlier?.startedAt ?? null
}

/** True when the storage is full. */
export function isFullAt(state: WorldState, index: number, at: Instant): boolean {
  const filling = fillingAt(state, index, at)
  return filling !== null && at >= filling.fullAt
}

/** How far the clock of a device is wrong, in ms. */
export function deviceSkewMs(state: WorldState, index: number): number {
  return clockSkew(state.seed, index, profileOf(state, index).skew)
}

export function systemUpdateParameters(
  state: WorldState,
  index: number,
  { supervisor }: Pick<SystemUpdatePlan, 'supervisor'>,
): SystemUpdateParameters {
  const { seed, speed, pace } = updateParameters(state, index)
  const { osUpdateFailures } = profileOf(state, index)
  return {
    seed,
    index,
    speed,
    pace,
    // The log of the update is on the data partition.
    failures: isFullAt(state, index, state.now) ? { full: 1 } : osUpdateFailures,
    lockedBy: flockHolder(state, index),
    bringsSupervisor:
      supervisor !== undefined &&
      isNewerVersion(supervisor.version, systemVersion(state, index, 'supervisor')),
  }
}
