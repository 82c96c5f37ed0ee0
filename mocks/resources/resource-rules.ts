import type { ResourceName } from '../../openapi/generated/model.ts'
import { apiKeyRules } from '../services/keys.ts'
import { oauthAuthorizationRules } from '../services/oauth.ts'
import { applicationRules } from './application.ts'
import { creditBundleRules, creditNotificationRules } from './credits.ts'
import { deviceRules } from './device.ts'
import { identityProviderMembershipRules, identityProviderRules } from './identity-provider.ts'
import { imageInstallRules } from './image-install.ts'
import { applicationInviteRules, organizationInviteRules } from './invites.ts'
import {
  organizationMembershipRules,
  teamApplicationAccessRules,
  teamMembershipRules,
  userApplicationMembershipRules,
} from './memberships.ts'
import { organizationRules } from './organization.ts'
import { releaseAssetRules } from './release-assets.ts'
import { imageRules, releaseImageRules, releaseRules } from './release.ts'
import type { ResourceRules } from './rules.ts'
import { deviceTagRules, tagRules } from './tags.ts'
import { teamRules } from './team.ts'
import { userKeyRules } from './user-key.ts'
import { userRules } from './user.ts'
import {
  applicationConfigRules,
  deviceConfigRules,
  deviceServiceVariableRules,
  environmentRules,
} from './variables.ts'

const rules: Partial<Record<ResourceName, ResourceRules>> = {
  api_key: apiKeyRules,
  application: applicationRules,
  application_config_variable: applicationConfigRules,
  application_environment_variable: environmentRules('application'),
  application_invite: applicationInviteRules,
  application_tag: tagRules,
  build_environment_variable: environmentRules('build'),
  credit_bundle: creditBundleRules,
  device: deviceRules,
  device_config_variable: deviceConfigRules,
  device_environment_variable: environmentRules('device'),
  device_service_environment_variable: deviceServiceVariableRules,
  device_tag: deviceTagRules,
  identity_provider: identityProviderRules,
  identity_provider_membership: identityProviderMembershipRules,
  image: imageRules,
  image_install: imageInstallRules,
  oauth_application_authorization: oauthAuthorizationRules,
  organization: organizationRules,
  organization_credit_notification: creditNotificationRules,
  organization_invite: organizationInviteRules,
  organization_membership: organizationMembershipRules,
  organization_membership_tag: tagRules,
  release: releaseRules,
  release_asset: releaseAssetRules,
  release_image: releaseImageRules,
  release_tag: tagRules,
  service_environment_variable: environmentRules('service'),
  team: teamRules,
  team_application_access: teamApplicationAccessRules,
  team_membership: teamMembershipRules,
  user: userRules,
  user_application_membership: userApplicationMembershipRules,
  user_public_key: userKeyRules,
}

const NONE: ResourceRules = {}

/** The special rules of a resource; most have none. */
export const rulesOf = (resource: ResourceName): ResourceRules => rules[resource] ?? NONE
