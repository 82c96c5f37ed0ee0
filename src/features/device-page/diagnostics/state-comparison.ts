import type { SupervisorState } from '@/api/model.ts'
import type { TargetState } from '@/api/target-state.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import { isOsVersion } from '@/domain/os-update/os-version-order.ts'

/** A current or target state, reduced to what both have. Values are text. */
export interface ComparableState {
  name?: string
  release?: string
  os?: string
  supervisor?: string
  /** Image by service. */
  services: Readonly<Record<string, string>>
}

/** The fields of the device that complement the state reported by the supervisor. */
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

/** A value that both states or only one of them have. */
export interface Difference {
  key: string
  kind: 'same' | 'changed' | 'added' | 'removed'
  current?: string
  target?: string
}

const AWAY = new Set(['deleted', 'stopped', 'exited', 'dead', 'downloading', 'downloaded'])

/** The number of an image; a device may report anything instead. */
const imageText = (id: unknown): string => (typeof id === 'number' && Number.isFinite(id) ? String(id) : '–')

/** The current state: reported by the supervisor if available, else the last known state of the platform. */
export function currentState(row: DeviceRow, reported: SupervisorState | null): ComparableState {
  const services: Record<string, string> = {}
  for (const { status, installs__image: images } of row.image_install) {
    const [image] = images
    const service = image?.is_a_build_of__service[0]?.service_name
    if (image && service !== undefined && !AWAY.has(status.toLowerCase()))
      services[service] = imageText(image.id)
  }
  const commit = reported?.commit ?? row.is_running__release[0]?.commit
  return {
    name: row.device_name,
    ...(commit == null ? {} : { release: commit }),
    ...version('os', osVersionNumber(reported?.os_version ?? row.os_version)),
    ...version('supervisor', reported?.supervisor_version ?? row.supervisor_version),
    services,
  }
}

/** The target state, from either format (docs/platform/device-protocol.md). */
export function targetState(row: DeviceRow, uuid: string, target: TargetState): ComparableState {
  const state = target.version === 2 ? fromVersion2(target.state) : fromVersion3(target.state, uuid)
  return {
    ...state,
    ...version('os', row.should_be_operated_by__release[0]?.raw_version),
    ...version('supervisor', row.should_be_managed_by__release[0]?.raw_version),
  }
}

function fromVersion2({ local }: Extract<TargetState, { version: 2 }>['state']): ComparableState {
  const [app] = Object.values(local.apps)
  const services = Object.values(app?.services ?? {}).map(
    ({ serviceName, imageId }) => [serviceName, imageText(imageId)] as const,
  )
  return {
    name: local.name,
    ...(app?.commit === undefined ? {} : { release: app.commit }),
    services: Object.fromEntries(services),
  }
}

function fromVersion3(state: Extract<TargetState, { version: 3 }>['state'], uuid: string): ComparableState {
  const device = state[uuid]
  const app = Object.values(device?.apps ?? {}).find(
    ({ is_host: isHost, class: of }) => !isHost && of !== 'app',
  )
  const [release] = Object.entries(app?.releases ?? {})
  const services = Object.entries(release?.[1].services ?? {}).map(
    ([name, service]) => [name, imageText(service.image_id)] as const,
  )
  return {
    ...(device === undefined ? {} : { name: device.name }),
    ...(release === undefined ? {} : { release: release[0] }),
    services: Object.fromEntries(services),
  }
}

/** Differences in a fixed order. If the target has no OS or supervisor version, any version matches. */
export function compareStates(current: ComparableState, target: ComparableState): Difference[] {
  const differences: Difference[] = []
  for (const key of ['name', 'release', 'os', 'supervisor'] as const) {
    const expected = target[key]
    if (expected === undefined && (key === 'os' || key === 'supervisor')) continue
    const difference = differenceOf(key, current[key], expected)
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
