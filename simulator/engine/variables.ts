import type { Instant } from '../base/clock.ts'
import {
  imageKey,
  installKey,
  variableOf,
  type ContainerOwner,
  type VariableOwner,
} from '../device/environment.ts'
import { appendEvent } from '../device/event-history.ts'
import { noteChange, requireFleet, type WorldState } from '../state/world-state.ts'
import { recomputeDevice } from './derived-state.ts'
import {
  containerOwners,
  serviceDefault,
  keepApplied,
  noteApplied,
  targetEnvironments,
} from './environments.ts'
import { beginRecreation } from './recreations.ts'
import { noticeAt } from './runner.ts'

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
    const fallback = old === null || value === null ? serviceDefault(state, container, name) : null
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

function notify(state: WorldState, index: number): number {
  const at: Instant = state.now
  beginRecreation(state, index, noticeAt(state, index, at))
  noteChange(state, index, 'update')
  recomputeDevice(state, index, at)
  return index
}
