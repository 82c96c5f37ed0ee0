import { lackingNames, lackingOperations, lackingResources } from '../../openapi/generated/open-backend.ts'
import type { DataClient } from './data.ts'
import { featuresWhere, type PlatformFeature, type PlatformFeatures } from './platform-features.ts'

type Lacking =
  | (typeof lackingNames)[number]
  | (typeof lackingOperations)[number]
  | (typeof lackingResources)[number]

/** The parts of the contract that each feature needs. */
const requiredParts = {
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
  // On that backend nobody can be invited, because users have exactly one organization.
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

const isMarked = (feature: PlatformFeature): feature is keyof typeof requiredParts => feature in requiredParts

/** From the marks in the contract. Features that must be checked count as absent until then. */
export const markedFeatures = (): PlatformFeatures =>
  featuresWhere((feature) => isMarked(feature) && !LACKING.has(requiredParts[feature]))

type Check = (data: DataClient, signal: AbortSignal) => Promise<boolean>

/**
 * Features that depend on the installation of a backend: whether it has OS releases, and whether devices are connected.
 * A check throws if the answer is not conclusive.
 */
export const featureChecks: readonly (readonly [PlatformFeature, Check])[] = [
  [
    'osCatalogue',
    async (data, signal) =>
      (await data.query('application', signal, { $count: { $filter: { is_host: true } } })) > 0,
  ],
  [
    'vpn',
    async (data, signal) =>
      (await data.query('device', signal, { $count: { $filter: { last_vpn_event: { $ne: null } } } })) > 0,
  ],
]
