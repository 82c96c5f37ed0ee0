import type { SupervisorState } from '@/api/model.ts'
import type { TargetState } from '@/api/target-state.ts'
import { isOsVersion } from '@/domain/os-update/os-version-order.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'

/** What a device is, or should be, in terms that both sides have. Values are text. */
export interface ComparableState {
  name?: string
  release?: string
  os?: string
  supervisor?: string
  /** Image by service. */
  services: Readonly<Record<string, string>>
}

/** What the device's row says beside its supervisor's own words. */
export interface DeviceRow {
  device_name: string
  os_version: string | null
  supervisor_version: string | null
  is_running__release: readonly { commit: string }[]
  should_be_managed_by__release: readonly { raw_version: string }[]
  should_be_operated_by__release: readonly { raw_version: string }[]
  image_install: readonly {
    status: string
    is_provided_by__release: readonly { commit: string }[]
    installs__image: readonly {
      id: number
      is_a_build_of__service: readonly { service_name: string }[]
    }[]
  }[]
}

/** One thing that both states have, or only one of them. */
export interface Difference {
  key: string
  kind: 'same' | 'changed' | 'added' | 'removed'
  current?: string
  target?: string
}

const AWAY = new Set(['deleted', 'stopped', 'exited', 'dead', 'downloading', 'downloaded'])

/** The device as it is: its supervisor's own words where it gave any, else what it last reported. */
export function currentState(row: DeviceRow, said: SupervisorState | null): ComparableState {
  const services: Record<string, string> = {}
  for (const { status, installs__image: images } of row.image_install) {
    const [image] = images
    const service = image?.is_a_build_of__service[0]?.service_name
    if (image && service !== undefined && !AWAY.has(status.toLowerCase()))
      services[service] = String(image.id)
  }
  const commit = said?.commit ?? row.is_running__release[0]?.commit
  return {
    name: row.device_name,
    ...(commit == null ? {} : { release: commit }),
    ...version('os', osVersionNumber(said?.os_version ?? row.os_version)),
    ...version('supervisor', said?.supervisor_version ?? row.supervisor_version),
    services,
  }
}

/** The device as the platform wants it, out of either form of the target state (docs/platform/device-protocol.md). */
export function targetState(row: DeviceRow, uuid: string, target: TargetState): ComparableState {
  const told = target.version === 2 ? fromVersion2(target.state) : fromVersion3(target.state, uuid)
  return {
    ...told,
    ...version('os', row.should_be_operated_by__release[0]?.raw_version),
    ...version('supervisor', row.should_be_managed_by__release[0]?.raw_version),
  }
}

function fromVersion2({ local }: Extract<TargetState, { version: 2 }>['state']): ComparableState {
  const [app] = Object.values(local.apps)
  const services = Object.values(app?.services ?? {}).map(
    ({ serviceName, imageId }) => [serviceName, String(imageId)] as const,
  )
  return {
    name: local.name,
    ...(app?.commit === undefined ? {} : { release: app.commit }),
    services: Object.fromEntries(services),
  }
}

function fromVersion3(state: Extract<TargetState, { version: 3 }>['state'], uuid: string): ComparableState {
  const told = state[uuid]
  const app = Object.values(told?.apps ?? {}).find(
    ({ is_host: isHost, class: of }) => !isHost && of !== 'app',
  )
  const [release] = Object.entries(app?.releases ?? {})
  const services = Object.entries(release?.[1].services ?? {}).map(
    ([name, service]) => [name, String(service.image_id)] as const,
  )
  return {
    ...(told === undefined ? {} : { name: told.name }),
    ...(release === undefined ? {} : { release: release[0] }),
    services: Object.fromEntries(services),
  }
}

/**
 * What differs, in a fixed order. What the target does not speak of is left to the device, and so is no difference:
 * without a chosen version of its system it may run any.
 */
export function compareStates(current: ComparableState, target: ComparableState): Difference[] {
  const differences: Difference[] = []
  for (const key of ['name', 'release', 'os', 'supervisor'] as const) {
    const wanted = target[key]
    if (wanted === undefined && (key === 'os' || key === 'supervisor')) continue
    const difference = differenceOf(key, current[key], wanted)
    if (difference) differences.push(difference)
  }
  const names = new Set([...Object.keys(current.services), ...Object.keys(target.services)])
  for (const name of [...names].toSorted()) {
    const difference = differenceOf(`service ${name}`, current.services[name], target.services[name])
    if (difference) differences.push(difference)
  }
  return differences
}

function differenceOf(
  key: string,
  current: string | undefined,
  target: string | undefined,
): Difference | undefined {
  if (current === undefined && target === undefined) return undefined
  if (current === undefined) return { key, kind: 'added', target: target ?? '' }
  if (target === undefined) return { key, kind: 'removed', current }
  return { key, kind: current === target ? 'same' : 'changed', current, target }
}

function version(key: 'os' | 'supervisor', text: string | null | undefined): Partial<ComparableState> {
  return isOsVersion(text) ? { [key]: text } : {}
}
