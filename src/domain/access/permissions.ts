import { roleGrants, roleNames, roles, type RoleName, type StaffRoleName } from '@/api/roles.ts'

/** Highest first. */
export const roleOrder = roleNames

export type FleetRole = RoleName
export type StaffRole = StaffRoleName
export type Role = FleetRole | StaffRole

/** `resin.<resource>.<action>`; `all` grants all actions of a resource (docs/decisions/product-rules.md, 1). */
export type Permission = `resin.${string}.${string}`

/** Whether a role has a permission: directly, or by `all` of the same resource. */
export function may(role: Role, permission: Permission): boolean {
  const [, resource] = permission.split('.')
  const { includes, permissions } = roleGrants[role]
  return (
    permissions.includes(permission) ||
    permissions.includes(`resin.${resource}.all`) ||
    includes.some((other) => may(other, permission))
  )
}

/** The role with a name of the API, in either spelling; undefined if unknown. */
export function roleNamed(name: string): FleetRole | undefined {
  return roleOrder.find((role) => role === name || roles[role].spelling === name)
}

/** The highest of several roles; `fallback` if there are none. */
export function highestRole<F extends Role>(names: Iterable<string | undefined>, fallback: F): FleetRole | F {
  const held = new Set([...names].map((name) => (name === undefined ? undefined : roleNamed(name))))
  return roleOrder.find((role) => held.has(role)) ?? fallback
}

/** A user's staff role, from the permissions in the token; undefined for others. */
export function staffRole(tokenPermissions: readonly string[] = []): StaffRole | undefined {
  if (tokenPermissions.includes('admin.home')) return 'balena_admin'
  if (tokenPermissions.includes('support.home')) return 'support_agent'
  return undefined
}
