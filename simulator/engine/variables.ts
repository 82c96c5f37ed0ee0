import type { Instant } from '../base/clock.ts'
import { hex8, draw } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import {
  completeEnvironment,
  imageKey,
  installKey,
  isFixedAtCreation,
  labelsOf,
  variableOf,
  variablesOf,
  type ContainerOwner,
  type Environment,
  type VariableOwner,
} from '../device/environment.ts'
import { appendEvent } from '../device/event-history.ts'
import { idAt } from '../state/columns.ts'
import {
  hardwareOf,
  markDirty,
  nameOf,
  requireFleet,
  requireRelease,
  uuidOf,
  type WorldState,
} from '../state/world-state.ts'
import { recomputeDevice } from './derived-state.ts'
import { beginRecreation } from './recreations.ts'
import { noticeAt } from './runner.ts'
import { systemVersion } from './system-updates.ts'

/** Sets a variable, or removes it with null. Returns the devices whose containers it concerns. */
export function setVariable(
  state: WorldState,
  owner: VariableOwner,
  name: string,
  value: string | null,
  isInitial = false,
): number[] {
  const devices = isInitial ? [] : devicesOf(state, owner)
  const before = devices.map((index) => valuesOf(state, index, owner, name))
  const { variables } = state
  switch (owner.of) {
    case 'fleet':
      write(variables.fleets, owner.fleetId, name, value)
      break
    case 'service':
      write(variables.services, owner.serviceId, name, value)
      break
    case 'device':
      write(variables.devices, owner.index, name, value)
      break
    case 'install':
      write(variables.installs, installKey(owner.index, owner.serviceId), name, value)
      break
    case 'image':
      write(variables.images, imageKey(owner.releaseId, owner.imageId), name, value)
  }
  const changed: number[] = []
  for (const [at, index] of devices.entries()) {
    const old = before[at]
    if (old !== undefined && noteChanges(state, index, owner, name, old)) changed.push(index)
  }
  return changed
}

/** Sets a label of a service or image, or removes it with null. It changes what the container may use. */
export function setLabel(
  state: WorldState,
  owner: Extract<VariableOwner, { of: 'service' | 'image' }>,
  name: string,
  value: string | null,
  isInitial = false,
): number[] {
  const { serviceLabels, imageLabels } = state.variables
  const changed: number[] = []
  const devices = isInitial ? [] : devicesOf(state, owner)
  const before = devices.map((index) => targetEnvironments(state, index))
  if (owner.of === 'service') write(serviceLabels, owner.serviceId, name, value)
  else write(imageLabels, imageKey(owner.releaseId, owner.imageId), name, value)
  for (const [at, index] of devices.entries()) {
    if (keepApplied(state, index, before[at] ?? new Map())) changed.push(notify(state, index))
  }
  return changed
}

/** Changes something on which the environment of a device's containers depends: the containers keep what they have. */
export function withEnvironmentsKept(state: WorldState, index: number, change: () => void): boolean {
  const before = targetEnvironments(state, index)
  change()
  return keepApplied(state, index, before)
}

/** The name of the fleet is part of the environment of its containers, which are recreated. */
export function renameFleet(state: WorldState, fleetId: number, name: string): number[] {
  const fleet = requireFleet(state, fleetId)
  if (fleet.name === name) return []
  const devices = devicesOf(state, { of: 'fleet', fleetId })
  const before = devices.map((index) => targetEnvironments(state, index))
  fleet.name = name
  return devices.filter((index, at) => {
    const isOutdated = keepApplied(state, index, before[at] ?? new Map())
    if (isOutdated) notify(state, index)
    return isOutdated
  })
}

function write<Key>(
  map: Map<Key, ReadonlyMap<string, string>>,
  key: Key,
  name: string,
  value: string | null,
): void {
  const values = new Map(map.get(key))
  if (value === null) values.delete(name)
  else values.set(name, value)
  if (values.size === 0) map.delete(key)
  else map.set(key, values)
}

function devicesOf(state: WorldState, owner: VariableOwner): number[] {
  if ('index' in owner) return state.columns.live[owner.index] === 1 ? [owner.index] : []
  const fleet = state.fleets.get(owner.fleetId)
  if (fleet === undefined) return []
  const members = Array.from(fleet.members.subarray(0, fleet.memberCount))
  return owner.of === 'image'
    ? members.filter((index) => state.columns.running[index] === owner.releaseId)
    : members
}

/** The containers of a device, with what their environment depends on. */
export function containerOwners(state: WorldState, index: number): ContainerOwner[] {
  const releaseId = idAt(state.columns.running, index)
  if (releaseId === null || state.outsiders.has(index)) return []
  const fleetId = state.columns.fleet[index] ?? 0
  return requireRelease(state, releaseId).services.map((plan) => ({ index, fleetId, releaseId, plan }))
}

function concernedOwners(state: WorldState, index: number, owner: VariableOwner): ContainerOwner[] {
  return containerOwners(state, index).filter(
    ({ plan }) =>
      (!('serviceId' in owner) || plan.serviceId === owner.serviceId) &&
      (!('imageId' in owner) || plan.imageId === owner.imageId),
  )
}

/** The target value of one variable in each container that the owner concerns. */
function valuesOf(
  state: WorldState,
  index: number,
  owner: VariableOwner,
  name: string,
): [ContainerOwner, string | null][] {
  return concernedOwners(state, index, owner).map((it) => [it, variableOf(state.variables, it, name)])
}

/** Notes in which containers the value has changed; false when it is hidden in all of them. */
function noteChanges(
  state: WorldState,
  index: number,
  owner: VariableOwner,
  name: string,
  before: readonly [ContainerOwner, string | null][],
): boolean {
  let isConcerned = false
  for (const [container, old] of before) {
    const value = variableOf(state.variables, container, name)
    if (value === old) continue
    isConcerned = true
    // Without a value of its own a container has that of the supervisor, if there is one.
    const fallback = old === null || value === null ? defaultOf(state, container, name) : null
    noteApplied(state, index, {
      service: container.plan.name,
      name,
      old: old ?? fallback,
      target: value ?? fallback,
    })
  }
  if (!isConcerned) return false
  const removed = before.every(([container]) => variableOf(state.variables, container, name) === null)
  appendEvent(state.histories, index, {
    kind: 'variable',
    startedAt: state.now,
    name,
    of: owner.of === 'install' ? 'device' : owner.of,
    removed,
  })
  notify(state, index)
  return true
}

const defaultOf = (state: WorldState, container: ContainerOwner, name: string): string | null =>
  completeOf(state, container, {})[name] ?? null

/** A container still has `old`, although the target is `target`. */
function noteApplied(
  state: WorldState,
  index: number,
  {
    service,
    name,
    old,
    target,
  }: { service: string; name: string; old: string | null; target: string | null },
): void {
  const outdated = new Map(state.outdated.get(index))
  const values = new Map(outdated.get(service))
  const applied = values.has(name) ? (values.get(name) ?? null) : old
  if (applied === target) values.delete(name)
  else values.set(name, applied)
  if (values.size === 0) outdated.delete(service)
  else outdated.set(service, values)
  if (outdated.size === 0) state.outdated.delete(index)
  else state.outdated.set(index, outdated)
}

function keepApplied(state: WorldState, index: number, before: ReadonlyMap<string, Environment>): boolean {
  let isOutdated = false
  for (const [service, target] of targetEnvironments(state, index)) {
    const old = before.get(service)
    if (old === undefined) continue
    for (const name of new Set([...Object.keys(old), ...Object.keys(target)])) {
      if (old[name] === target[name]) continue
      noteApplied(state, index, {
        service,
        name,
        old: old[name] ?? null,
        target: target[name] ?? null,
      })
      if (!isFixedAtCreation(name)) isOutdated = true
    }
  }
  return isOutdated
}

function notify(state: WorldState, index: number): number {
  const at: Instant = state.now
  beginRecreation(state, index, noticeAt(state, index, at))
  markDirty(state, index, at, 'update')
  recomputeDevice(state, index, at)
  return index
}

/** The environments that the containers of a device should have, by service. */
export function targetEnvironments(state: WorldState, index: number): Map<string, Environment> {
  return new Map(
    containerOwners(state, index).map((it) => [
      it.plan.name,
      completeOf(state, it, variablesOf(state.variables, it)),
    ]),
  )
}

/** The environment of a container of the running release: the target, with what it still lacks. */
export function environmentOf(state: WorldState, container: ContainerOwner): Environment {
  const target = completeOf(state, container, variablesOf(state.variables, container))
  const applied = state.outdated.get(container.index)?.get(container.plan.name)
  if (applied === undefined) return target
  const environment: Record<string, string> = { ...target }
  for (const [name, value] of applied) {
    if (value === null) delete environment[name]
    else environment[name] = value
  }
  return environment
}

/** The environment with which the supervisor creates a container now. */
export const newEnvironment = (state: WorldState, container: ContainerOwner): Environment =>
  completeOf(state, container, variablesOf(state.variables, container))

function completeOf(state: WorldState, container: ContainerOwner, set: Environment): Environment {
  const { index, fleetId, plan } = container
  const fleet = requireFleet(state, fleetId)
  const { slug, model, arch } = hardwareOf(state, index)
  return completeEnvironment(set, labelsOf(state.variables, container), plan, {
    appId: fleetId,
    appUuid: fleet.uuid,
    appName: fleet.name,
    deviceUuid: uuidOf(state, index),
    deviceName: nameOf(state, index),
    deviceType: slug ?? model,
    deviceArch: arch,
    osVersion: `balenaOS ${systemVersion(state, index, 'os').replace(/^balenaOS /, '')}`,
    supervisorKey: supervisorKey(state.seed, index, plan),
    deviceKey: deviceKey(state.seed, index),
    apiUrl: 'https://api.flotilla.test',
  })
}

const secret = (seed: number, index: number, part: number): string =>
  [0, 1, 2, 3].map((digit) => hex8(draw(seed, streams.containerKey, index, part, digit))).join('')

/** The key of a container for the API of the supervisor; each service has its own. */
export const supervisorKey = (seed: number, index: number, { serviceId }: Pick<ServicePlan, 'serviceId'>) =>
  secret(seed, index, serviceId)

/** The device's own key for the platform's API. */
export const deviceKey = (seed: number, index: number): string => secret(seed, index, 0)
