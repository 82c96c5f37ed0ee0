import type { StaffRole } from '../store/secrets.ts'

/** Highest first; `member` is also what everybody is who has no other role. */
export const ROLES = [
  'administrator',
  'developer',
  'safe-developer',
  'operator',
  'safe-operator',
  'observer',
  'member',
] as const

export type Role = (typeof ROLES)[number]

export const isRole = (name: unknown): name is Role => ROLES.some((role) => role === name)

/** The higher of two roles. */
export function higher(one: Role | undefined, other: Role | undefined): Role | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return ROLES.indexOf(one) <= ROLES.indexOf(other) ? one : other
}

const SAFE_OPERATOR = [
  'resin.device.create',
  'resin.device.update',
  'resin.device.ssh',
  'resin.device.tunnel',
  'resin.device.access_diagnostics',
  'resin.device.actions-proxy-hup',
  'resin.device_tag.all',
  'resin.device_environment_variable.create',
  'resin.device_environment_variable.read',
  'resin.device_service_environment_variable.create',
  'resin.device_service_environment_variable.read',
  'resin.api_key.all',
]

const OPERATOR = [
  ...SAFE_OPERATOR,
  'resin.device.delete',
  'resin.device.move',
  'resin.device.ssh-host',
  'resin.device.supervisor-proxy-write',
  'resin.device.actions-proxy-supervisorupgrade',
  'resin.application.deactivate-device',
  'resin.device_environment_variable.all',
  'resin.device_service_environment_variable.all',
  'resin.device_config_variable.all',
]

const SAFE_DEVELOPER = [
  ...SAFE_OPERATOR,
  'resin.application.push',
  'resin.release.create',
  'resin.release.update',
  'resin.release_tag.create',
  'resin.release_tag.update',
  'resin.release_asset.create',
  'resin.release_asset.update',
  'resin.application_environment_variable.create',
  'resin.application_environment_variable.update',
  'resin.service_environment_variable.create',
  'resin.service_environment_variable.update',
  'resin.application_tag.read',
  'resin.device_log.delete',
  'resin.device_environment_variable.all',
  'resin.device_service_environment_variable.all',
  'resin.device_config_variable.all',
  'resin.team_application_access.all',
]

const DEVELOPER = [
  ...OPERATOR,
  ...SAFE_DEVELOPER,
  'resin.application.update',
  'resin.release.delete',
  'resin.release_tag.all',
  'resin.release_asset.all',
  'resin.application_tag.all',
  'resin.application_config_variable.all',
  'resin.application_environment_variable.all',
  'resin.service_environment_variable.all',
  'resin.build_environment_variable.all',
  'resin.user_application_membership.read',
  'resin.user_application_membership.delete',
]

const ADMINISTRATOR = [
  ...DEVELOPER,
  'resin.application.all',
  'resin.application_domain_mapping.all',
  'resin.device_domain_mapping.all',
  'resin.organization.all',
  'resin.organization_membership.all',
  'resin.organization_membership_tag.all',
  'resin.organization_invite.all',
  'resin.application_invite.all',
  'resin.organization_credit_notification.all',
  'resin.credit_bundle.create',
  'resin.credit_bundle.read',
  'resin.subscription.read',
  'resin.team.all',
  'resin.team_membership.all',
  'resin.user_application_membership.all',
  'resin.identity_provider.all',
  'resin.identity_provider_membership.all',
]

const SUPPORT = [
  'resin.device.access_diagnostics',
  'resin.device.ssh',
  'resin.device.ssh-host',
  'resin.identity_provider_membership.all',
]

const ADMIN = [
  ...SUPPORT,
  'resin.organization.all',
  'resin.organization_membership.all',
  'resin.device.actions-proxy-hup',
  'resin.user_application_membership.read',
  'resin.user_application_membership.delete',
]

const bundles: Record<Role | StaffRole, ReadonlySet<string>> = {
  administrator: new Set(ADMINISTRATOR),
  developer: new Set(DEVELOPER),
  'safe-developer': new Set(SAFE_DEVELOPER),
  operator: new Set(OPERATOR),
  'safe-operator': new Set(SAFE_OPERATOR),
  observer: new Set(),
  member: new Set(),
  support_agent: new Set(SUPPORT),
  balena_admin: new Set(ADMIN),
}

/** Whether a role holds a permission such as `resin.device.move`, by itself or through `.all` (docs/decisions/product-rules.md, 1 to 10). */
export function grants(role: Role | StaffRole | undefined, permission: string): boolean {
  if (role === undefined) return false
  const bundle = bundles[role]
  return bundle.has(permission) || bundle.has(`${permission.slice(0, permission.lastIndexOf('.'))}.all`)
}
