import { hex8, draw } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { cloudHost } from '../definition/identity.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import {
  completeEnvironment,
  hasDefault,
  isFixedAtCreation,
  labelsOf,
  variablesOf,
  type ContainerOwner,
  type Environment,
} from '../device/environment.ts'
import { idAt } from '../state/columns.ts'
import {
  hardwareOf,
  nameAt,
  requireFleet,
  requireRelease,
  systemVersion,
  uuidAt,
  type WorldState,
} from '../state/world-state.ts'

/** The containers of a device, with what their environment depends on. */
export function containerOwners(state: WorldState, index: number): ContainerOwner[] {
  const releaseId = idAt(state.columns.running, index)
  if (releaseId === null || state.outsiders.has(index)) return []
  const fleetId = state.columns.fleet[index] ?? 0
  return requireRelease(state, releaseId).services.map((plan) => ({ index, fleetId, releaseId, plan }))
}

/** Changes something on which the environment of a device's containers depends: the containers keep what they have. */
export function withEnvironmentsKept(state: WorldState, index: number, change: () => void): boolean {
  const before = targetEnvironments(state, index)
  change()
  return keepApplied(state, index, before)
}

/** The value that the supervisor gives a variable which is set nowhere; null for none. */
export const serviceDefault = (state: WorldState, container: ContainerOwner, name: string): string | null =>
  // Few variables have one, and the whole environment is expensive for 100,000 devices.
  hasDefault(name, container.plan) ? (completeOf(state, container, {})[name] ?? null) : null

/** A container still has `old`, although the target is `target`. */
export function noteApplied(
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

/** Notes what containers lack after a change of their targets; false when they need not be recreated. */
export function keepApplied(
  state: WorldState,
  index: number,
  before: ReadonlyMap<string, Environment>,
): boolean {
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
    deviceUuid: uuidAt(state, index),
    deviceName: nameAt(state, index),
    deviceType: slug ?? model,
    deviceArch: arch,
    osVersion: `balenaOS ${systemVersion(state, index, 'os').replace(/^balenaOS /, '')}`,
    supervisorKey: supervisorKey(state.seed, index, plan),
    deviceKey: deviceKey(state.seed, index),
    apiUrl: `https://${cloudHost('api')}`,
  })
}

const secret = (seed: number, index: number, part: number): string =>
  [0, 1, 2, 3].map((digit) => hex8(draw(seed, streams.containerKey, index, part, digit))).join('')

/** The key of a container for the API of the supervisor; each service has its own. */
const supervisorKey = (seed: number, index: number, { serviceId }: Pick<ServicePlan, 'serviceId'>) =>
  secret(seed, index, serviceId)

/** The device's own key for the platform's API. */
const deviceKey = (seed: number, index: number): string => secret(seed, index, 0)
