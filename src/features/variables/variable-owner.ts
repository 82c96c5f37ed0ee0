import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Permission, Role } from '@/domain/access/permissions.ts'

/** The environment that services read, or the configuration of the device itself. */
export type VariableKind = 'environment' | 'configuration'

/** Whose variables a page shows. */
export type VariableOwner =
  | {
      kind: 'fleet'
      id: number
      /** Stays the same where ids do not. */
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
      /** Null for a device that belongs to no fleet that this person may see. */
      fleetId: number | null
    }

/** Why each kind of edit is not possible; undefined where it is. */
export interface VariableAccess {
  create: string | undefined
  update: string | undefined
  remove: string | undefined
}

const resources = {
  fleet: { environment: 'application_environment_variable', configuration: 'application_config_variable' },
  device: { environment: 'device_environment_variable', configuration: 'device_config_variable' },
} as const

/** What a role may do with the variables of a fleet or device. Variables of one service follow the others. */
export function variableAccess(role: Role, owner: VariableOwner['kind'], kind: VariableKind): VariableAccess {
  const why = (action: string): string | undefined => {
    const permission: Permission = `resin.${resources[owner][kind]}.${action}`
    return whyNotAllowed(role, permission)
  }
  return { create: why('create'), update: why('update'), remove: why('delete') }
}
