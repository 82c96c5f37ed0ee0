/** Features of the hosted platform that other platforms may lack. */
const features = [
  'billing',
  'builds',
  'changeEmail',
  'changePassword',
  'codeHosts',
  'credits',
  'deviceActivation',
  'deviceHistory',
  'diagnostics',
  'endOtherSessions',
  'featureFlags',
  'fleetMembers',
  'imageDownload',
  'invitations',
  'keysOfFleets',
  'location',
  'oauthApplications',
  // Changes of organizations and of who belongs to them.
  'organizationChanges',
  'organizationDetails',
  'organizationTags',
  'osCatalogue',
  'osUpdates',
  'passwordReset',
  'platformConfig',
  'profile',
  'publicCatalogue',
  'releaseAuthor',
  'repositoryUrl',
  'roles',
  'severalOrganizations',
  'signUp',
  'singleSignOn',
  'support',
  'supportAccess',
  'teams',
  'twoFactor',
  'vpn',
] as const

export type PlatformFeature = (typeof features)[number]
export type PlatformFeatures = Readonly<Record<PlatformFeature, boolean>>

export const featuresWhere = (has: (feature: PlatformFeature) => boolean): PlatformFeatures => {
  const entries = features.map((feature) => [feature, has(feature)])
  return Object.fromEntries(entries) as PlatformFeatures
}

/** The hosted platform, and platforms that could not be detected. */
export const everyFeature = featuresWhere(() => true)
