import type { Permission, Role } from '@/domain/access/permissions.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'

/** The fields of a device that operations need; the device page and all lists read them under these names. */
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

/** A device is in local mode when this configuration variable is `1`. */
export const LOCAL_MODE_VARIABLE = 'RESIN_SUPERVISOR_LOCAL_MODE'

/** The `$select` and `$expand` for `OperatedDevice`. */
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

/** Conditions besides the device that decide whether an operation is possible. */
export interface OperationSetting {
  role: Role
  /** Device types without an LED; undefined while unknown. */
  cannotBlink?: ReadonlySet<string> | undefined
  /** Whether the fleet type supports public URLs; undefined while unknown. */
  supportsWebUrl?: boolean | undefined
  /** Whether the plan is free; undefined if not visible: then the platform decides. */
  isFreePlan?: boolean | undefined
}

/** The input of each operation, besides the devices. */
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
  /** Overrides update locks, if the operation supports that. */
  force?: boolean
}

/**
 * How an operation is executed: device by device, or in one request for up to a few hundred devices. Both throw
 * `ApiError`, of kind `locked` if an update lock is held.
 */
export type Performance<Input> =
  | {
      kind: 'each'
      perform: (device: OperatedDevice, input: Input, options: PerformOptions) => Promise<unknown>
    }
  | { kind: 'together'; perform: (ids: readonly number[], input: Input) => Promise<unknown> }

/** The fields of a device in commands. */
export type CommandedDevice = Pick<OperatedDevice, 'id' | 'uuid' | 'belongs_to__application'>

/** The equivalent command for listed devices. */
export interface OperationCommands<Input> {
  /** Arguments of `balena`. */
  cli: (uuids: readonly string[], input: Input) => readonly string[][]
  calls: (devices: readonly CommandedDevice[], input: Input) => readonly PlatformCall[]
}

/** An operation on devices. */
export interface Operation<Input> {
  permission: Permission
  /** Destructive, or stops the device: shown in red, in a separate section. */
  dangerous: boolean
  /** Can override update locks. */
  canForce: boolean
  /** Only for a single device. */
  single: boolean
  /** The URL of the platform's documentation. */
  docs: string
  /** Why the device does not allow it now; undefined when it does. The role is checked separately. */
  whyNot: (device: OperatedDevice, setting: OperationSetting) => string | undefined
  performance: Performance<Input>
  commands: OperationCommands<Input>
}
