import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Permission, Role } from '@/domain/access/permissions.ts'

/** The environment of services, or the configuration of the device itself. */
export type VariableKind = 'environment' | 'configuration'

/** The fleet or device of a variables page. */
export type VariableOwner =
  | {
      kind: 'fleet'
      id: number
      /** Stable across platforms, unlike the id. */
      uuid: string
      name: string
      slug: string
      deviceType: string
    }
  | {
      kind: 'device'
      id: number
      uuid: string
      name: string
      deviceType: string
      /** Null for a device without a fleet that the user may see. */
      fleetId: number | null
    }

/** Why each kind of edit is not possible; undefined if it is. */
export interface VariableAccess {
  create: string | undefined
  update: string | undefined
  remove: string | undefined
}

const resources = {
  fleet: { environment: 'application_environment_variable', configuration: 'application_config_variable' },
  device: { environment: 'device_environment_variable', configuration: 'device_config_variable' },
} as const

/** What a role may do with variables of a fleet or device. Variables of one service require the same permissions. */
export function variableAccess(role: Role, owner: VariableOwner['kind'], kind: VariableKind): VariableAccess {
  const why = (action: string): string | undefined => {
    const permission: Permission = `resin.${resources[owner][kind]}.${action}`
    return whyNotAllowed(role, permission)
  }
  return { create: why('create'), update: why('update'), remove: why('delete') }
}
