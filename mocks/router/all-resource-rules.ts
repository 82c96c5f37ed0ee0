import type { ResourceName } from '../../openapi/generated/model.ts'
import { apiKeyRules } from '../account/keys.ts'
import { userKeyRules } from '../account/user-key-rules.ts'
import { userRules } from '../account/user-rules.ts'
import { creditBundleRules, creditNotificationRules } from '../billing/credit-rules.ts'
import { deviceRules } from '../devices/device-rules.ts'
import { imageInstallRules } from '../devices/image-install-rules.ts'
import { applicationRules } from '../fleets/application-rules.ts'
import type { AnyResourceRules, ResourceRules } from '../http/resource-rules.ts'
import { applicationInviteRules, organizationInviteRules } from '../organizations/invite-rules.ts'
import {
  organizationMembershipRules,
  teamApplicationAccessRules,
  teamMembershipRules,
  userApplicationMembershipRules,
} from '../organizations/memberships.ts'
import { organizationRules } from '../organizations/organization-rules.ts'
import { teamRules } from '../organizations/team-rules.ts'
import { releaseAssetRules } from '../releases/release-assets.ts'
import { imageRules, releaseImageRules, releaseRules } from '../releases/release-rules.ts'
import { identityProviderMembershipRules, identityProviderRules } from '../sign-in/identity-provider-rules.ts'
import { oauthAuthorizationRules } from '../sign-in/oauth.ts'
import { deviceTagRules, tagRules } from '../variables/tag-rules.ts'
import {
  applicationConfigRules,
  deviceConfigRules,
  deviceServiceVariableRules,
  environmentRules,
} from '../variables/variable-rules.ts'

const rules: { readonly [Resource in ResourceName]?: ResourceRules<Resource> } = {
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

const NONE: AnyResourceRules = {}

/** The special rules of a resource; most have none. */
export const resourceRules = (resource: ResourceName): AnyResourceRules => rules[resource] ?? NONE
