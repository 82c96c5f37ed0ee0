// Made by `npm run contract` from openapi/. Do not edit.
/** Highest first; `member` is also what everybody is who has no other role. */
export const roleNames = ['administrator', 'developer', 'safe-developer', 'operator', 'safe-operator', 'observer', 'member'] as const
export type RoleName = (typeof roleNames)[number]
export const staffRoleNames = ['support_agent', 'balena_admin'] as const
export type StaffRoleName = (typeof staffRoleNames)[number]

/** The properties of each role; `seatCents` is the monthly price, unless the plan defines another one. */
export const roles = {
  'administrator': { title: 'Administrator', spelling: undefined, scope: 'organization', paid: false, seatCents: 4900 },
  'developer': { title: 'Developer', spelling: undefined, scope: 'fleet', paid: false, seatCents: 4900 },
  'safe-developer': { title: 'Limited developer', spelling: 'limited_developer', scope: 'fleet', paid: true, seatCents: 4900 },
  'operator': { title: 'Operator', spelling: undefined, scope: 'fleet', paid: true, seatCents: 2900 },
  'safe-operator': { title: 'Limited operator', spelling: 'limited_operator', scope: 'fleet', paid: true, seatCents: 2900 },
  'observer': { title: 'Observer', spelling: undefined, scope: 'fleet', paid: false, seatCents: 0 },
  'member': { title: 'Member', spelling: undefined, scope: 'organization', paid: false, seatCents: 0 },
} as const satisfies Record<RoleName, object>

export const staffTitles: Readonly<Record<StaffRoleName, string>> = {
  'support_agent': 'Support agent',
  'balena_admin': 'Platform admin',
}

/** The roles whose permissions a role includes, and its own; `all` is every action of a resource. */
export const roleGrants: Readonly<
  Record<
    RoleName | StaffRoleName,
    { includes: readonly (RoleName | StaffRoleName)[]; permissions: readonly string[] }
  >
> = {
  'administrator': { includes: ['developer'], permissions: ['resin.application.all', 'resin.application_domain_mapping.all', 'resin.device_domain_mapping.all', 'resin.organization.all', 'resin.organization_membership.all', 'resin.organization_membership_tag.all', 'resin.organization_invite.all', 'resin.application_invite.all', 'resin.organization_credit_notification.all', 'resin.credit_bundle.create', 'resin.credit_bundle.read', 'resin.subscription.read', 'resin.team.all', 'resin.team_membership.all', 'resin.user_application_membership.all', 'resin.identity_provider.all', 'resin.identity_provider_membership.all'] },
  'developer': { includes: ['operator', 'safe-developer'], permissions: ['resin.application.update', 'resin.release.delete', 'resin.release_tag.all', 'resin.release_asset.all', 'resin.application_tag.all', 'resin.application_config_variable.all', 'resin.application_environment_variable.all', 'resin.service_environment_variable.all', 'resin.build_environment_variable.all', 'resin.user_application_membership.read', 'resin.user_application_membership.delete'] },
  'safe-developer': { includes: ['safe-operator'], permissions: ['resin.application.push', 'resin.release.create', 'resin.release.update', 'resin.release_tag.create', 'resin.release_tag.update', 'resin.release_asset.create', 'resin.release_asset.update', 'resin.application_environment_variable.create', 'resin.application_environment_variable.read', 'resin.application_environment_variable.update', 'resin.service_environment_variable.create', 'resin.service_environment_variable.update', 'resin.application_tag.read', 'resin.device_log.delete', 'resin.device_environment_variable.all', 'resin.device_service_environment_variable.all', 'resin.device_config_variable.all', 'resin.team_application_access.all'] },
  'operator': { includes: ['safe-operator'], permissions: ['resin.device.delete', 'resin.device.move', 'resin.device.ssh-host', 'resin.device.supervisor-proxy-write', 'resin.device.actions-proxy-supervisorupgrade', 'resin.application.deactivate-device', 'resin.device_environment_variable.all', 'resin.device_service_environment_variable.all', 'resin.device_config_variable.all'] },
  'safe-operator': { includes: [], permissions: ['resin.device.create', 'resin.device.update', 'resin.device.ssh', 'resin.device.tunnel', 'resin.device.access_diagnostics', 'resin.device.actions-proxy-hup', 'resin.device_tag.all', 'resin.device_environment_variable.create', 'resin.device_environment_variable.read', 'resin.device_service_environment_variable.create', 'resin.device_service_environment_variable.read', 'resin.api_key.all'] },
  'observer': { includes: [], permissions: [] },
  'member': { includes: [], permissions: [] },
  'support_agent': { includes: [], permissions: ['resin.device.access_diagnostics', 'resin.device.ssh', 'resin.device.ssh-host', 'resin.identity_provider_membership.all'] },
  'balena_admin': { includes: ['support_agent'], permissions: ['resin.organization.all', 'resin.organization_membership.all', 'resin.device.actions-proxy-hup', 'resin.user_application_membership.read', 'resin.user_application_membership.delete'] },
}
