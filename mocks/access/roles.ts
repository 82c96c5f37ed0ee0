import { roleGrants, roleNames, type RoleName } from '../../openapi/generated/roles.ts'
import type { StaffRole } from '../store/secrets.ts'

/** Highest first; `member` is also the role of everyone without another role. */
export const ROLES = roleNames

export type Role = RoleName

export const isRole = (name: unknown): name is Role => ROLES.some((role) => role === name)

/** The higher of two roles. */
export function higher(one: Role | undefined, other: Role | undefined): Role | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return ROLES.indexOf(one) <= ROLES.indexOf(other) ? one : other
}

/** Whether a role has a permission such as `resin.device.move`, directly or through `.all` (docs/decisions/product-rules.md, 1 to 10). */
export function grants(role: Role | StaffRole | undefined, permission: string): boolean {
  if (role === undefined) return false
  const { includes, permissions } = roleGrants[role]
  return (
    permissions.includes(permission) ||
    permissions.includes(`${permission.slice(0, permission.lastIndexOf('.'))}.all`) ||
    includes.some((other) => grants(other, permission))
  )
}
