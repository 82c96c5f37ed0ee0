import { lackingNames, lackingOperations, lackingResources } from '../../openapi/generated/open-backend.ts'
import type { DataClient } from './data.ts'
import { featuresWhere, type PlatformFeature, type PlatformFeatures } from './platform-features.ts'

type Lacking =
  | (typeof lackingNames)[number]
  | (typeof lackingOperations)[number]
  | (typeof lackingResources)[number]

/** What each rests on: it is there unless the contract says that the open-source backend lacks that. */
const restsOn = {
  billing: 'billing.getAccount',
  builds: 'builder.buildFromUrl',
  changeEmail: 'account.changeEmail',
  changePassword: 'account.changePassword',
  codeHosts: 'single-sign-on.start',
  credits: 'credit_bundle',
  deviceActivation: 'is_active',
  deviceHistory: 'device_history',
  diagnostics: 'actions.runChecks',
  endOtherSessions: 'account.endOtherSessions',
  featureFlags: 'config.featureFlags',
  fleetMembers: 'user_application_membership',
  imageDownload: 'downloads.image',
  invitations: 'organization_invite',
  location: 'location',
  oauthApplications: 'oauth_application_authorization',
  organizationDetails: 'company_name',
  organizationTags: 'organization_membership_tag',
  osUpdates: 'actions.startOsUpdate',
  passwordReset: 'account.resetPassword',
  platformConfig: 'config.platform',
  profile: 'user_profile',
  publicCatalogue: 'public_organization',
  releaseAuthor: 'is_created_by__user',
  repositoryUrl: 'is_stored_at__repository_url',
  roles: 'organization_membership_role',
  // Nobody can be invited to another one there: everybody has their own, and no more are made.
  severalOrganizations: 'organization_invite',
  signUp: 'account.register',
  singleSignOn: 'identity_provider',
  support: 'support.submitTicket',
  supportAccess: 'is_accessible_by_support_until__date',
  teams: 'team',
  twoFactor: 'two-factor.setUp',
} as const satisfies Partial<Record<PlatformFeature, Lacking>>

const LACKING: ReadonlySet<string> = new Set<Lacking>([
  ...lackingNames,
  ...lackingOperations,
  ...lackingResources,
])

const isMarked = (feature: PlatformFeature): feature is keyof typeof restsOn => feature in restsOn

/** By the contract's own marks. What only a look can tell counts as absent until it was looked for. */
export const markedFeatures = (): PlatformFeatures =>
  featuresWhere((feature) => isMarked(feature) && !LACKING.has(restsOn[feature]))

/** What depends on how a backend was set up: whether it has releases of host systems, and whether devices are connected. */
export async function probeFeatures(
  data: DataClient,
  signal?: AbortSignal,
): Promise<Partial<PlatformFeatures>> {
  const [hostApps, connected] = await Promise.all([
    data.query('application', signal, { $count: { $filter: { is_host: true } } }),
    data.query('device', signal, { $count: { $filter: { last_vpn_event: { $ne: null } } } }),
  ])
  return { osCatalogue: hostApps > 0, vpn: connected > 0 }
}
