import type { Filter } from 'pinejs-client-core'
import { offers } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import type { PlatformFeature } from '@/api/platform-features.ts'
import { systemUpdateState } from '@/domain/os-update/system-update.ts'
import { shownStatus } from './device-status.ts'
import { lockedUntil, UPDATE_WAITS_AFTER_MS, updateWaits } from './update-lock.ts'

type DeviceRead = Model['device']['Read']
type DeviceFilter = Filter<DeviceRead>

/** Kinds of issues, most severe first. */
export const issueKinds = [
  'frozen',
  'never-online',
  'offline',
  'cloudlink-down',
  'heartbeat-missing',
  'reduced',
  'crash-loop',
  'service-down',
  'os-update-failed',
  'update-rejected',
  'update-aborted',
  'update-locked',
  'storage-full',
  'memory-full',
  'hot',
  'undervolted',
] as const

export type IssueKind = (typeof issueKinds)[number]

/** An issue of a device. */
export interface DeviceIssue {
  kind: IssueKind
  /** The affected service, if known. */
  service?: string
  /** Usage in percent or temperature in °C. */
  value?: number
}

/** The fields of a device that determine its issues. */
export const issueFields = [
  'overall_status',
  'is_frozen',
  'is_online',
  'is_connected_to_vpn',
  'is_undervolted',
  'is_locked_until__date',
  'api_heartbeat_state',
  'changed_api_heartbeat_state_on__date',
  'last_connectivity_event',
  'update_status',
  'last_update_status_event',
  'provisioning_progress',
  'provisioning_state',
  'memory_usage',
  'memory_total',
  'storage_usage',
  'storage_total',
  'cpu_temp',
] as const satisfies readonly (keyof DeviceRead)[]

/** A device with the fields that determine since when, too. */
type DatedDevice = Pick<DeviceRead, (typeof issueFields)[number]>
export type IssueDevice = Omit<DatedDevice, 'changed_api_heartbeat_state_on__date'>

/** A service of the device. */
export interface IssueService {
  /** Required to distinguish services. */
  name?: string
  status: string
  /** How often the page has recently observed it going down. */
  falls?: number
}

/** Statuses of a service that is not running and will not start soon. */
export const downStatuses: readonly string[] = ['restarting', 'exited', 'Stopped', 'Dead']

/** After this many failures, a service counts as crash-looping. */
const CRASHES = 2
const FULL_PERCENT = 90
const HOT_CELSIUS = 80

/**
 * The issues of a device, most severe first. While a device cannot be reached, its services and metrics are outdated, so
 * only issues that still apply are included. `needsAttention` is the same rule as a filter: change both.
 */
export function deviceIssues(
  device: IssueDevice,
  services: readonly IssueService[],
  now: number,
): DeviceIssue[] {
  const status = shownStatus(device)
  if (status === 'frozen') return [{ kind: 'frozen' }]
  if (status === 'inactive') return []
  const issues = [...contactIssues(device, status), ...updateIssues(device, now)]
  if (device.is_online || device.is_connected_to_vpn)
    issues.push(...services.flatMap(serviceIssues), ...hardwareIssues(device))
  return issues.toSorted((one, other) => issueKinds.indexOf(one.kind) - issueKinds.indexOf(other.kind))
}

/** Without a VPN all devices have reduced functionality, which is not an issue there. */
function contactIssues(device: IssueDevice, status: string): DeviceIssue[] {
  if (status === 'disconnected')
    return [{ kind: device.last_connectivity_event === null ? 'never-online' : 'offline' }]
  if (status !== 'reduced-functionality') return []
  if (!device.is_connected_to_vpn && offers('vpn')) return [{ kind: 'cloudlink-down' }]
  if (device.api_heartbeat_state !== 'online') return [{ kind: 'heartbeat-missing' }]
  return offers('vpn') ? [{ kind: 'reduced' }] : []
}

function updateIssues(device: IssueDevice, now: number): DeviceIssue[] {
  const issues: DeviceIssue[] = []
  if (systemUpdateState(device).kind === 'failed') issues.push({ kind: 'os-update-failed' })
  const isHeld =
    updateWaits(device, now) ||
    (device.update_status === 'downloaded' && lockedUntil(device.is_locked_until__date, now) !== null)
  const refused = refusedUpdate(device)
  if (refused) issues.push(refused)
  else if (isHeld) issues.push({ kind: 'update-locked' })
  return issues
}

function refusedUpdate({ update_status }: Pick<IssueDevice, 'update_status'>): DeviceIssue | undefined {
  if (update_status === 'rejected') return { kind: 'update-rejected' }
  return update_status === 'aborted' ? { kind: 'update-aborted' } : undefined
}

function serviceIssues({ name, status, falls = 0 }: IssueService): DeviceIssue[] {
  if (!downStatuses.includes(status)) return []
  const crashes = status === 'restarting' || falls >= CRASHES
  const kind = crashes ? 'crash-loop' : 'service-down'
  return [name === undefined ? { kind } : { kind, service: name }]
}

type HardwareField =
  | 'memory_usage'
  | 'memory_total'
  | 'storage_usage'
  | 'storage_total'
  | 'cpu_temp'
  | 'is_undervolted'

type ListedHardware = Pick<IssueDevice, Exclude<HardwareField, 'is_undervolted'>> &
  Partial<Pick<IssueDevice, 'is_undervolted'>>

/** Issues that the fields in lists tell, most severe first; others need more of the device. */
export function listedIssues(device: ListedHardware & Pick<IssueDevice, 'update_status'>): DeviceIssue[] {
  const refused = refusedUpdate(device)
  return refused ? [refused, ...hardwareIssues(device)] : hardwareIssues(device)
}

function hardwareIssues(device: ListedHardware): DeviceIssue[] {
  const percent = (used: number | null, whole: number | null) =>
    used === null || whole === null || whole <= 0 ? 0 : (100 * used) / whole
  const storage = percent(device.storage_usage, device.storage_total)
  const memory = percent(device.memory_usage, device.memory_total)
  const issues: DeviceIssue[] = []
  if (storage >= FULL_PERCENT) issues.push({ kind: 'storage-full', value: storage })
  if (memory >= FULL_PERCENT) issues.push({ kind: 'memory-full', value: memory })
  if ((device.cpu_temp ?? 0) >= HOT_CELSIUS) issues.push({ kind: 'hot', value: device.cpu_temp ?? 0 })
  if (device.is_undervolted === true) issues.push({ kind: 'undervolted' })
  return issues
}

/**
 * Filter for devices with at least one issue, equivalent to `deviceIssues`. The number of failures of a service only
 * affects its label on the device page.
 */
export const needsAttention = (now: number): DeviceFilter => ({
  $or: [
    { is_frozen: true },
    {
      $and: [
        { overall_status: { $ne: 'inactive' } },
        {
          $or: [
            contactIsBroken(),
            { update_status: { $in: ['rejected', 'aborted'] } },
            systemUpdateFailed,
            heldByLock(now),
            isUnwell,
          ],
        },
      ],
    },
  ],
})

/** Equivalent to `contactIssues`. */
const contactIsBroken = (): DeviceFilter =>
  offers('vpn')
    ? { overall_status: { $in: ['reduced-functionality', 'disconnected'] } }
    : {
        $or: [
          { overall_status: 'disconnected' },
          { $and: [{ overall_status: 'reduced-functionality' }, { api_heartbeat_state: { $ne: 'online' } }] },
        ],
      }

const saysOfItself = (part: string): DeviceFilter => ({
  $contains: [{ $tolower: { $: 'provisioning_state' } }, part],
})

const systemUpdateFailed: DeviceFilter = {
  $and: [
    { $or: [saysOfItself('fail'), saysOfItself('error')] },
    { provisioning_progress: { $ne: null } },
    { provisioning_state: { $ne: 'Post-Provisioning' } },
  ],
}

const heldByLock = (now: number): DeviceFilter => ({
  $and: [
    { update_status: 'downloaded' },
    {
      $or: [
        { last_update_status_event: { $le: new Date(now - UPDATE_WAITS_AFTER_MS).toISOString() } },
        { is_locked_until__date: { $gt: new Date(now).toISOString() } },
      ],
    },
  ],
})

/** Multiplied instead of divided: a platform that divides by a total of 0 fails the whole query. */
const isFull = (used: 'memory_usage' | 'storage_usage', whole: 'memory_total' | 'storage_total') => ({
  $and: [
    { $ge: [{ $mul: [{ $: used }, 100] }, { $mul: [{ $: whole }, FULL_PERCENT] }] },
    { [whole]: { $gt: 0 } },
  ],
})

const hasService = (statuses: readonly string[]): DeviceFilter => ({
  image_install: { $any: { $alias: 'ii', $expr: { ii: { status: { $in: [...statuses] } } } } },
})

/** The connection is checked first, so that the platform skips most devices. */
const isUnwell: DeviceFilter = {
  $and: [
    { $or: [{ is_online: true }, { is_connected_to_vpn: true }] },
    {
      $or: [
        hasService(downStatuses),
        isFull('storage_usage', 'storage_total'),
        isFull('memory_usage', 'memory_total'),
        { cpu_temp: { $ge: HOT_CELSIUS } },
        { is_undervolted: true },
      ],
    },
  ],
}

const all = (...filters: DeviceFilter[]): DeviceFilter => ({ $and: filters })

/** Equivalent to the beginning of `deviceIssues`: frozen or inactive devices have no other issues. */
const isChecked = all({ is_frozen: false }, { overall_status: { $ne: 'inactive' } })
const isReduced = all({ is_frozen: false }, { overall_status: 'reduced-functionality' })
const isAway = all({ is_frozen: false }, { overall_status: 'disconnected' })
const isInTouch: DeviceFilter = { $or: [{ is_online: true }, { is_connected_to_vpn: true }] }
const isConnected = (): DeviceFilter[] => (offers('vpn') ? [{ is_connected_to_vpn: true }] : [])

/**
 * Filter for devices with an issue of this kind, equivalent to `deviceIssues`. For the platform, a crash-looping service
 * is one that is not running.
 */
export function issueFilter(kind: IssueKind, now: number): DeviceFilter {
  switch (kind) {
    case 'frozen':
      return { is_frozen: true }
    case 'never-online':
      return all(isAway, { last_connectivity_event: null })
    case 'offline':
      return all(isAway, { last_connectivity_event: { $ne: null } })
    case 'cloudlink-down':
      return all(isReduced, { is_connected_to_vpn: false })
    case 'heartbeat-missing':
      return all(isReduced, ...isConnected(), { api_heartbeat_state: { $ne: 'online' } })
    case 'reduced':
      return all(isReduced, { is_connected_to_vpn: true }, { api_heartbeat_state: 'online' })
    case 'crash-loop':
      return all(isChecked, isInTouch, hasService(['restarting']))
    case 'service-down':
      return all(isChecked, isInTouch, hasService(downStatuses.filter((status) => status !== 'restarting')))
    case 'os-update-failed':
      return all(isChecked, systemUpdateFailed)
    case 'update-rejected':
      return all(isChecked, { update_status: 'rejected' })
    case 'update-aborted':
      return all(isChecked, { update_status: 'aborted' })
    case 'update-locked':
      return all(isChecked, heldByLock(now))
    case 'storage-full':
      return all(isChecked, isInTouch, isFull('storage_usage', 'storage_total'))
    case 'memory-full':
      return all(isChecked, isInTouch, isFull('memory_usage', 'memory_total'))
    case 'hot':
      return all(isChecked, isInTouch, { cpu_temp: { $ge: HOT_CELSIUS } })
    case 'undervolted':
      return all(isChecked, isInTouch, { is_undervolted: true })
  }
}

/** Issues that need a platform feature. */
const requiredFeatures: Partial<Record<IssueKind, PlatformFeature>> = {
  frozen: 'billing',
  'cloudlink-down': 'vpn',
  reduced: 'vpn',
}

/** The issues that devices of this platform can have. */
export const offeredIssueKinds = (): IssueKind[] =>
  issueKinds.filter((kind) => {
    const feature = requiredFeatures[kind]
    return feature === undefined || offers(feature)
  })

/** The severity of an issue. */
export type IssueSeverity = 'critical' | 'warning'

const criticalIssues: ReadonlySet<IssueKind> = new Set([
  'frozen',
  'offline',
  'crash-loop',
  'service-down',
  'os-update-failed',
  'update-rejected',
  'update-aborted',
  'storage-full',
])

export const issueSeverity = (kind: IssueKind): IssueSeverity =>
  criticalIssues.has(kind) ? 'critical' : 'warning'

/** The field with the start of an issue; undefined if it is not recorded. */
export function issueTimeField(
  kind: IssueKind,
):
  | 'last_connectivity_event'
  | 'changed_api_heartbeat_state_on__date'
  | 'last_update_status_event'
  | undefined {
  switch (kind) {
    case 'offline':
    case 'cloudlink-down':
      return 'last_connectivity_event'
    case 'heartbeat-missing':
    case 'reduced':
      return 'changed_api_heartbeat_state_on__date'
    case 'update-rejected':
    case 'update-aborted':
    case 'update-locked':
      return 'last_update_status_event'
    default:
      return undefined
  }
}

/** The start of an issue as an ISO time; null if unknown. */
export function issueSince(device: DatedDevice, { kind }: DeviceIssue): string | null {
  const field = issueTimeField(kind)
  return field === undefined ? null : device[field]
}
