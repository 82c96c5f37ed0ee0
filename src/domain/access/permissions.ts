import { roleGrants, roleNames, roles, type RoleName, type StaffRoleName } from '@/api/roles.ts'

/** Highest first. */
export const roleOrder = roleNames

export type FleetRole = RoleName
export type StaffRole = StaffRoleName
export type Role = FleetRole | StaffRole

/** `resin.<resource>.<action>`; `all` grants every action of its resource (docs/decisions/product-rules.md, 1). */
export type Permission = `resin.${string}.${string}`

/** Whether a role may do this: by name, or by the `all` of the same resource. */
export function may(role: Role, permission: Permission): boolean {
  const [, resource] = permission.split('.')
  const { includes, permissions } = roleGrants[role]
  return (
    permissions.includes(permission) ||
    permissions.includes(`resin.${resource}.all`) ||
    includes.some((other) => may(other, permission))
  )
}

/** The role that a name on the wire stands for, in either spelling; undefined for a role we do not know. */
export function roleNamed(name: string): FleetRole | undefined {
  return roleOrder.find((role) => role === name || roles[role].spelling === name)
}

/** The highest of the roles somebody has by organization, membership and teams; without any, `fallback`. */
export function highestRole<F extends Role>(names: Iterable<string | undefined>, fallback: F): FleetRole | F {
  const held = new Set([...names].map((name) => (name === undefined ? undefined : roleNamed(name))))
  return roleOrder.find((role) => held.has(role)) ?? fallback
}

/** A person's staff role, from the permissions in their token; undefined for everybody else. */
export function staffRole(tokenPermissions: readonly string[] = []): StaffRole | undefined {
  if (tokenPermissions.includes('admin.home')) return 'balena_admin'
  if (tokenPermissions.includes('support.home')) return 'support_agent'
  return undefined
}
