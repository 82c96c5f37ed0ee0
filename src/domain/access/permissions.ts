/** Roles on a fleet, highest first: the order in which seats are shown. */
export const roleOrder = [
  'administrator',
  'developer',
  'safe-developer',
  'operator',
  'safe-operator',
  'observer',
  'member',
] as const

export type FleetRole = (typeof roleOrder)[number]
export type StaffRole = 'balena_admin' | 'support_agent'
export type Role = FleetRole | StaffRole

/** `resin.<resource>.<action>`; `all` grants every action of its resource (docs/decisions/product-rules.md, 1). */
export type Permission = `resin.${string}.${string}`

// Bundles build up: each role has its own and those of the roles it includes (docs/decisions/product-rules.md, 2-5).
const safeOperator: Permission[] = [
  'resin.device.create',
  'resin.device.update',
  'resin.device.ssh',
  'resin.device.access_diagnostics',
  'resin.device.actions-proxy-hup',
  'resin.device_tag.all',
  'resin.device_environment_variable.create',
  'resin.device_environment_variable.read',
  'resin.api_key.read',
  'resin.api_key.create',
  'resin.api_key.update',
  'resin.api_key.delete',
]
const operator: Permission[] = [
  ...safeOperator,
  'resin.device.ssh-host',
  'resin.device.delete',
  'resin.device.move',
  'resin.application.deactivate-device',
  'resin.device_environment_variable.all',
  'resin.device_config_variable.all',
  'resin.device.supervisor-proxy-write',
  'resin.device.actions-proxy-supervisorupgrade',
]
const safeDeveloper: Permission[] = [
  ...safeOperator,
  'resin.device_environment_variable.all',
  'resin.device_config_variable.all',
  'resin.application.push',
  'resin.release.create',
  'resin.release.update',
  'resin.release_tag.create',
  'resin.release_tag.update',
  'resin.application_environment_variable.create',
  'resin.application_environment_variable.read',
  'resin.application_environment_variable.update',
  'resin.application_tag.read',
  'resin.team_application_access.all',
  'resin.device_log.delete',
]
const developer: Permission[] = [
  ...operator,
  ...safeDeveloper,
  'resin.application.update',
  'resin.application_environment_variable.all',
  'resin.application_config_variable.all',
  'resin.application_tag.all',
  'resin.release.delete',
  'resin.release_tag.all',
  'resin.user_application_membership.read',
  'resin.user_application_membership.delete',
]
const administrator: Permission[] = [
  ...developer,
  'resin.application.all',
  'resin.organization.all',
  'resin.organization_membership.all',
  'resin.organization_membership_tag.all',
  'resin.organization_invite.all',
  'resin.team.all',
  'resin.team_membership.all',
  'resin.user_application_membership.all',
]
const supportAgent: Permission[] = [
  'resin.device.access_diagnostics',
  'resin.device.ssh',
  'resin.device.ssh-host',
]

const bundles: Record<Role, ReadonlySet<Permission>> = {
  administrator: new Set(administrator),
  developer: new Set(developer),
  'safe-developer': new Set(safeDeveloper),
  operator: new Set(operator),
  'safe-operator': new Set(safeOperator),
  observer: new Set(),
  member: new Set(),
  support_agent: new Set(supportAgent),
  balena_admin: new Set([
    ...supportAgent,
    'resin.device.actions-proxy-hup',
    'resin.organization.all',
    'resin.organization_membership.all',
    'resin.user_application_membership.read',
    'resin.user_application_membership.delete',
  ]),
}

/** Whether a role may do this: by name, or by the `all` of the same resource. */
export function may(role: Role, permission: Permission): boolean {
  const [, resource] = permission.split('.')
  return bundles[role].has(permission) || bundles[role].has(`resin.${resource}.all`)
}

/** Other spellings of the same roles on the wire (docs/decisions/product-rules.md, 8). */
const spellings: Record<string, FleetRole> = {
  limited_operator: 'safe-operator',
  limited_developer: 'safe-developer',
}

/** The role that a name on the wire stands for; undefined for a role we do not know. */
export function roleNamed(name: string): FleetRole | undefined {
  return roleOrder.find((role) => role === name) ?? spellings[name]
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
