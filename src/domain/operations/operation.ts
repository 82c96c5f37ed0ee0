import type { PlatformCall } from '@/lib/equivalent-command.ts'
import type { Permission, Role } from '../access/permissions.ts'

/** What an operation needs to know of a device: the device page and every list read it under these names. */
export interface OperatedDevice {
  id: number
  uuid: string
  device_name: string
  is_active: boolean
  is_connected_to_vpn: boolean
  is_frozen: boolean
  is_web_accessible: boolean
  is_accessible_by_support_until__date: string | null
  overall_status: string
  os_version: string | null
  os_variant: string | null
  supervisor_version: string | null
  last_connectivity_event: string | null
  belongs_to__application: readonly { id: number }[]
  is_of__device_type: readonly { slug: string }[]
  is_pinned_on__release: readonly { id: number }[]
  device_config_variable: readonly { name: string; value: string }[]
}

/** A device is in local mode when this variable of its configuration is `1`. */
export const LOCAL_MODE_VARIABLE = 'RESIN_SUPERVISOR_LOCAL_MODE'

/** How a list asks the data API for `OperatedDevice`. */
export const operatedDevice = {
  $select: [
    'id',
    'uuid',
    'device_name',
    'is_active',
    'is_connected_to_vpn',
    'is_frozen',
    'is_web_accessible',
    'is_accessible_by_support_until__date',
    'overall_status',
    'os_version',
    'os_variant',
    'supervisor_version',
    'last_connectivity_event',
  ],
  $expand: {
    belongs_to__application: { $select: ['id'] },
    is_of__device_type: { $select: ['slug'] },
    is_pinned_on__release: { $select: ['id'] },
    device_config_variable: {
      $select: ['name', 'value'],
      $filter: { name: LOCAL_MODE_VARIABLE },
    },
  },
} as const

/** What decides, beside the device itself, whether an operation is possible. */
export interface OperationSetting {
  role: Role
  /** Device types whose boards have no light; undefined while not known. */
  cannotBlink?: ReadonlySet<string> | undefined
  /** The fleet's type has public URLs; undefined while not known. */
  supportsWebUrl?: boolean | undefined
  /** The plan is not paid; undefined for who cannot see it: the platform decides then. */
  isFreePlan?: boolean | undefined
}

/** What each operation asks for, beside the devices. */
export interface OperationInputs {
  identify: undefined
  restart: undefined
  reboot: undefined
  shutdown: undefined
  purge: undefined
  rename: { name: string }
  note: { note: string }
  pin: { releaseId: number; commit: string }
  track: undefined
  enableUrl: undefined
  disableUrl: undefined
  enableLocalMode: undefined
  disableLocalMode: undefined
  /** Both in milliseconds since 1970. */
  grantSupport: { until: number; from: number }
  revokeSupport: undefined
  move: { fleetId: number; slug: string }
  deactivate: undefined
  delete: undefined
}

export type OperationName = keyof OperationInputs

export interface PerformOptions {
  /** Goes past an update lock, where the operation can. */
  force?: boolean
}

/**
 * How an operation is carried out: device by device, or in one call for up to a few hundred of them. Both throw
 * `ApiError`; a held update lock has kind `locked`.
 */
export type Performance<Input> =
  | {
      kind: 'each'
      perform: (device: OperatedDevice, input: Input, options: PerformOptions) => Promise<unknown>
    }
  | { kind: 'together'; perform: (ids: readonly number[], input: Input) => Promise<unknown> }

/** A device as far as a command names it. */
export type CommandedDevice = Pick<OperatedDevice, 'id' | 'uuid' | 'belongs_to__application'>

/** The same on a command line, for devices that are named one by one. */
export interface OperationCommands<Input> {
  /** Words after `balena`. */
  cli: (uuids: readonly string[], input: Input) => readonly string[][]
  calls: (devices: readonly CommandedDevice[], input: Input) => readonly PlatformCall[]
}

/** One thing that can be done with devices. */
export interface Operation<Input> {
  permission: Permission
  /** Takes something away or stops the device: shown in red, in a part of its own. */
  dangerous: boolean
  /** Can go past an update lock. */
  canForce: boolean
  /** For one device at a time. */
  single: boolean
  /** Where the platform's documentation speaks of it. */
  docs: string
  /** Why this device is not fit for it now; undefined when it is. The role is asked separately. */
  whyNot: (device: OperatedDevice, setting: OperationSetting) => string | undefined
  performance: Performance<Input>
  commands: OperationCommands<Input>
}
