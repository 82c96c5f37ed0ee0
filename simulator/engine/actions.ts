import type { Instant } from '../base/clock.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import type { Command, CommandResult } from '../device/device-state.ts'
import { hasCloudlink, isInTouch, type Connectivity } from '../device/link.ts'
import { lockedResult, blockingLock } from '../device/lock.ts'
import { goDown } from '../device/power.ts'
import { idAt } from '../state/columns.ts'
import { purgeVolumes } from '../state/files.ts'
import {
  flockHolder,
  markDirty,
  noteChange,
  isInLocalMode,
  lockHolder,
  readLink,
  requireDevice,
  requireFleet,
  requireRelease,
  profileOf,
  type WorldState,
} from '../state/world-state.ts'
import { beginConfigApply, moveConfigApply } from './config-apply.ts'
import { recomputeDevice } from './derived-state.ts'
import { withEnvironmentsKept } from './environments.ts'
import { moveRecreation } from './recreations.ts'
import { moveLink, moveUpdate, noticeAt, record, retarget, updateToTarget } from './runner.ts'
import { moveService, restartServices, runningServices } from './service-runs.ts'
import { moveSystemUpdates } from './system-updates.ts'

const NOT_ONLINE: CommandResult = { ok: false, reason: 'offline', message: 'Device is not online' }
const DONE: CommandResult = { ok: true }

/** The response of the device's supervisor to a request (docs/platform/device-protocol.md). */
export function commandDevice(state: WorldState, index: number, command: Command): CommandResult {
  requireDevice(state, index)
  // Actions do not reach external devices.
  if (state.outsiders.has(index)) return NOT_ONLINE
  if (!hasCloudlink(readLink(state, index)) || state.powers.has(index)) return NOT_ONLINE
  const blocking = blockingLock(command, lockHolder(state, index))
  if (blocking !== null) return lockedResult(state.columns.fleet[index] ?? 0, blocking)
  const service =
    'serviceName' in command || 'imageId' in command ? serviceOf(state, index, command) : undefined
  if (isServiceCommand(command) && !service) return noSuchService(command)
  const at = state.now
  const forced = 'force' in command && command.force === true
  record(state, index, { kind: 'command', startedAt: at, command: command.kind, forced })
  carryOut(state, index, command, service, at)
  recomputeDevice(state, index, at)
  return DONE
}

type ServiceCommand = Extract<Command, { imageId?: number }>

function isServiceCommand(command: Command): command is ServiceCommand {
  return command.kind.endsWith('-service')
}

function serviceOf(state: WorldState, index: number, command: ServiceCommand): ServicePlan | undefined {
  const running = idAt(state.columns.running, index)
  if (running === null) return undefined
  return requireRelease(state, running).services.find((it) =>
    command.imageId !== undefined ? it.imageId === command.imageId : it.name === command.serviceName,
  )
}

function noSuchService({ imageId, serviceName }: ServiceCommand): CommandResult {
  const which = imageId !== undefined ? `image ${imageId}` : serviceName ? `'${serviceName}'` : 'no name'
  return { ok: false, reason: 'no-such-service', message: `Service not found: ${which}` }
}

function carryOut(
  state: WorldState,
  index: number,
  command: Command,
  service: ServicePlan | undefined,
  at: Instant,
): void {
  switch (command.kind) {
    case 'blink':
      return
    case 'restart':
      return restartAll(state, index, at)
    case 'purge':
      return purge(state, index, at)
    case 'reboot':
    case 'shutdown': {
      const power = goDown(command.kind, at, {
        seed: state.seed,
        index,
        pace: profileOf(state, index).pace,
      })
      state.powers.set(index, power)
      if (power.kind === 'going-down') {
        const returns = power.backAt !== null
        record(state, index, { kind: 'going-down', startedAt: at, downAt: power.downAt, returns })
      }
      return
    }
    case 'update':
      return updateNow(state, index, at)
    case 'start-service':
    case 'stop-service':
    case 'restart-service': {
      const type =
        command.kind === 'start-service' ? 'start' : command.kind === 'stop-service' ? 'stop' : 'restart'
      if (service) moveService(state, index, service, { type, at })
    }
  }
}

function updateNow(state: WorldState, index: number, at: Instant): void {
  // An explicit request retries a rejected release.
  state.columns.refused[index] = 0
  moveConfigApply(state, index, { type: 'forced', at })
  moveRecreation(state, index, { type: 'forced', at })
  if (state.updates.has(index)) moveUpdate(state, index, { type: 'forced', at })
  else updateToTarget(state, index, at, at + 500)
}

function restartAll(state: WorldState, index: number, at: Instant): void {
  restartServices(state, index, runningServices(state, index), at)
}

function purge(state: WorldState, index: number, at: Instant): void {
  state.purges.set(index, at)
  purgeVolumes(state, index, state.columns.fleet[index] ?? 0)
  const { stoppedAt, runningAt } = restartServices(state, index, runningServices(state, index), at + 200)
  record(state, index, { kind: 'purged', startedAt: at, stoppedAt, endsAt: runningAt })
}

/** Limits the contact of the device, or restores it, until changed again. */
export function setConnectivity(
  state: WorldState,
  index: number,
  contact: Exclude<Connectivity, 'never-connected'>,
): void {
  requireDevice(state, index)
  const at = state.now
  const link = readLink(state, index)
  if (link.contact === contact && (contact === 'cloudlink' || link.turnAt === null)) return
  // It must be reconnected before it can lose only a part.
  if (contact === 'cloudlink' || (contact !== 'away' && !isInTouch(link))) {
    moveLink(state, index, { type: 'found', at }, 'person')
  }
  if (contact !== 'cloudlink')
    moveLink(state, index, { type: 'lost', at, until: null, to: contact }, 'person')
  recomputeDevice(state, index, at)
}

/** Freezes exactly these devices; returns those that changed. */
export function setFrozen(state: WorldState, indexes: ReadonlySet<number>): number[] {
  const before = state.frozen
  const frozen = new Set([...indexes].filter((index) => state.columns.live[index] === 1))
  const turned = [...new Set([...before, ...frozen])].filter(
    (index) => state.columns.live[index] === 1 && before.has(index) !== frozen.has(index),
  )
  state.frozen = frozen
  for (const index of turned) {
    const at = state.now
    record(state, index, { kind: 'frozen', startedAt: at, frozen: frozen.has(index) })
    if (!frozen.has(index)) {
      if (isInTouch(readLink(state, index))) moveConfigApply(state, index, { type: 'contact-found', at })
      updateToTarget(state, index, at, noticeAt(state, index, at))
      moveRecreation(state, index, { type: 'released', at, noticedAt: noticeAt(state, index, at) })
    } else moveRecreation(state, index, { type: 'blocked', at })
    recomputeDevice(state, index, at)
  }
  return turned
}

/** One service takes the update lock, or all release it. */
export function setLock(state: WorldState, index: number, serviceName: string | null): void {
  requireDevice(state, index)
  if (state.outsiders.has(index)) return
  const holders = [...(state.locks.get(index)?.keys() ?? [])]
  writeLocks(state, index, serviceName === null ? [] : [serviceName], holders)
}

/** Writes or removes the lock file of one service: several services can hold one at the same time. */
export function setLockFile(state: WorldState, index: number, serviceName: string, held: boolean): void {
  requireDevice(state, index)
  if (state.outsiders.has(index)) return
  const holders = [...(state.locks.get(index)?.keys() ?? [])]
  const others = holders.filter((name) => name !== serviceName)
  writeLocks(state, index, held ? [...others, serviceName] : others, holders)
}

function writeLocks(
  state: WorldState,
  index: number,
  next: readonly string[],
  before: readonly string[],
): void {
  if (next.length === before.length && next.every((name) => before.includes(name))) return
  const since = state.locks.get(index)
  const holders = next.map((name) => [name, since?.get(name) ?? state.now] as const)
  if (holders.length === 0) state.locks.delete(index)
  else state.locks.set(index, new Map(holders))
  for (const name of before) if (!next.includes(name)) setFlock(state, index, name, false)
  const taken = next.find((name) => !before.includes(name))
  if (taken !== undefined || next.length === 0)
    record(state, index, { kind: 'lock', startedAt: state.now, service: taken ?? null })
  markDirty(state, index, state.now, 'lock')
  resumeUnlocked(state, index, state.now)
  recomputeDevice(state, index, state.now)
}

/** Resumes updates that waited for the lock. */
function resumeUnlocked(state: WorldState, index: number, at: Instant): void {
  if (lockHolder(state, index) !== null) return
  moveUpdate(state, index, { type: 'unlocked', at })
  moveConfigApply(state, index, { type: 'unlocked', at })
  moveRecreation(state, index, { type: 'unlocked', at })
}

/** A program takes or releases the lock file of a service with flock: only such locks hold back an OS update. */
export function setFlock(state: WorldState, index: number, serviceName: string, held: boolean): void {
  requireDevice(state, index)
  const before = state.flocks.get(index) ?? new Set()
  if (state.outsiders.has(index) || before.has(serviceName) === held) return
  const next = new Set(before)
  if (held) next.add(serviceName)
  else next.delete(serviceName)
  if (next.size === 0) state.flocks.delete(index)
  else state.flocks.set(index, next)
  // flock creates the file, and leaves it behind.
  if (held) setLockFile(state, index, serviceName, true)
  noteChange(state, index, 'lock')
  resumeFlocked(state, index)
}

function resumeFlocked(state: WorldState, index: number): void {
  if (flockHolder(state, index) !== null) return
  moveSystemUpdates(state, index, { type: 'unlocked', at: state.now })
  recomputeDevice(state, index, state.now)
}

export function setPin(state: WorldState, index: number, releaseId: number | null): void {
  requireDevice(state, index)
  if (releaseId !== null) requireRelease(state, releaseId)
  if (idAt(state.columns.pinned, index) === releaseId) return
  state.columns.pinned[index] = releaseId ?? 0
  record(state, index, { kind: 'target', startedAt: state.now, releaseId, origin: 'pin' })
  markDirty(state, index, state.now, 'target')
  retarget(state, index, state.now)
}

export function setFleetTarget(
  state: WorldState,
  fleetId: number,
  releaseId: number | null,
  since: Instant,
): number[] {
  const fleet = requireFleet(state, fleetId)
  if (releaseId !== null) requireRelease(state, releaseId)
  if (fleet.targetReleaseId === releaseId) return []
  fleet.targetReleaseId = releaseId
  fleet.targetChanges.push({ at: since, releaseId })
  const moved: number[] = []
  for (let i = 0; i < fleet.memberCount; i++) {
    const index = fleet.members[i] ?? 0
    if (state.columns.pinned[index]) continue
    retarget(state, index, state.now)
    moved.push(index)
  }
  return moved
}

export function rename(state: WorldState, index: number, name: string): void {
  requireDevice(state, index)
  if (name.length > 255 || name.includes('\n')) {
    throw new Error('A device name has at most 255 characters on one line')
  }
  withEnvironmentsKept(state, index, () => state.names.set(index, name))
  record(state, index, { kind: 'renamed', startedAt: state.now, name })
  markDirty(state, index, state.now, 'names')
}

export function setConfig(state: WorldState, index: number, name: string, value: string | null): void {
  requireDevice(state, index)
  const config = new Map(state.configs.get(index))
  if ((config.get(name) ?? null) === value) return
  if (value === null) config.delete(name)
  else config.set(name, value)
  if (config.size === 0) state.configs.delete(index)
  else state.configs.set(index, config)
  record(state, index, { kind: 'config', startedAt: state.now, name, value, of: 'device' })
  reconfigure(state, index, { name, value }, state.now)
}

export function setFleetConfig(
  state: WorldState,
  fleetId: number,
  name: string,
  value: string | null,
): number[] {
  const fleet = requireFleet(state, fleetId)
  if ((fleet.config.get(name) ?? null) === value) return []
  if (value === null) fleet.config.delete(name)
  else fleet.config.set(name, value)
  const members = Array.from(fleet.members.subarray(0, fleet.memberCount))
  for (const index of members) {
    // A variable of the device takes precedence over that of its fleet (docs/platform/derived-values.md).
    if (state.configs.get(index)?.has(name)) continue
    record(state, index, { kind: 'config', startedAt: state.now, name, value, of: 'fleet' })
    reconfigure(state, index, { name, value }, state.now)
  }
  return members
}

function reconfigure(
  state: WorldState,
  index: number,
  change: { name: string; value: string | null },
  at: Instant,
): void {
  noteChange(state, index, 'lock')
  beginConfigApply(state, index, change, noticeAt(state, index, at))
  if (isInTouch(readLink(state, index))) moveLink(state, index, { type: 'configured', at }, 'person')
  resumeUnlocked(state, index, at)
  resumeFlocked(state, index)
  updateToTarget(state, index, at, at + 1000)
  const isLocal = isInLocalMode(state, index)
  moveRecreation(
    state,
    index,
    isLocal
      ? { type: 'blocked', at }
      : { type: 'released', at, noticedAt: noticeAt(state, index, at) + 1000 },
  )
  recomputeDevice(state, index, at)
}

export function setActive(state: WorldState, index: number, active: boolean): void {
  requireDevice(state, index)
  if ((state.columns.active[index] === 1) === active) return
  state.columns.active[index] = active ? 1 : 0
  record(state, index, { kind: 'active', startedAt: state.now, active })
  markDirty(state, index, state.now, 'active')
  recomputeDevice(state, index, state.now)
}
