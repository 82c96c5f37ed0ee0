/** Classes of applications; each is the prefix of its own pages. */
export type ApplicationClass = 'fleet' | 'app' | 'block'

/** The tabs of the preferences. */
export type PreferencesTab = 'details' | 'sshkeys' | 'access-tokens' | 'profile' | '2fa' | 'experimental'

type Id = number | string

const queryOf = (values: Record<string, string | undefined>) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}

/** The address of every page. The router's patterns, links and browser tests all come from here. */
export const paths = {
  home: () => '/',
  login: (options: { redirect?: string; ended?: string } = {}) =>
    `/login${queryOf({ redirect: options.redirect, ended: options.ended })}`,
  twoFactor: () => '/login/two-factor',
  signUp: (options: { redirect?: string; email?: string; samlError?: string } = {}) =>
    `/signup${queryOf({ redirect: options.redirect, email: options.email, saml_error: options.samlError })}`,
  /** The second half of the sign-up: who the person is. */
  completeProfile: () => '/signup/profile',
  verifyEmailPending: () => '/user/verify-email/pending',
  /** Where the letter leads that proves an address. */
  verifyEmail: (token: string, email: string) => `/user/verify-email/${token}/${encodeURIComponent(email)}`,
  /** Asks for a letter with which to set a new password. */
  passwordReset: () => '/password-reset',
  passwordResetSent: () => '/password-reset/success',
  /** Where that letter leads. */
  resetPassword: (loginCode: string) => `/user/reset-password/${loginCode}`,
  /** For who must have another password before going on. */
  forcedPassword: () => '/user/new-password',
  socialCallback: (provider: string) => `/auth/${provider}/callback`,
  /** Sign-in by the identity provider of an organization; `error` is why the last attempt failed. */
  saml: (options: { error?: string; identifier?: string } = {}) =>
    `/saml${queryOf({ error: options.error, identifier: options.identifier })}`,
  samlStart: (ssoIdentifier: string) => `/saml/${encodeURIComponent(ssoIdentifier)}`,
  samlSignOn: (code: string) => `/saml/callback/signon${queryOf({ code })}`,
  samlMerge: (options: { code?: string; shouldMergeWith?: string }) =>
    `/saml/callback/merge${queryOf({ code: options.code, shouldMergeWith: options.shouldMergeWith })}`,
  /** Where the command-line tool sends people; it listens at `target`. */
  cliLogin: (target: string) => `/login/cli/${encodeURIComponent(encodeURIComponent(target))}`,
  oauth: (clientId: string, options: { state?: string } = {}) =>
    `/login/oauth/${encodeURIComponent(clientId)}${queryOf({ state: options.state })}`,
  supportPortal: (options: { returnTo?: string } = {}) =>
    `/zendesk-login${queryOf({ return_to: options.returnTo })}`,
  /** Simulated mode: stands for the page of another party at this address. */
  outside: (address: string) => `/simulated/outside${queryOf({ to: address })}`,
  notFound: () => '/404',

  applications: (of: ApplicationClass) => `/${of}s`,
  fleets: () => '/fleets',
  apps: () => '/apps',
  blocks: () => '/blocks',

  application: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}`,
  /** The list with the dialog that makes a new one. */
  createApplication: (of: ApplicationClass) => `/${of}s?create=new`,
  /** The list with the dialog that makes one of a project on the code host, or deploys it to one that is there. */
  deployApplication: (of: ApplicationClass, options: { into?: Id } = {}) =>
    `/${of}s${queryOf({ create: 'deploy', into: options.into === undefined ? undefined : String(options.into) })}`,
  /** The page of what a project is being deployed to, with the build as it goes on. */
  deployment: (id: Id, of: ApplicationClass, releaseId: Id) => `/${of}s/${id}?deploy=${releaseId}`,
  /** Where links of other sites lead that want a project deployed. */
  deploy: (options: {
    repoUrl?: string
    tarballUrl?: string
    configUrl?: string
    defaultDeviceType?: string
  }) => `/deploy${queryOf(options)}`,
  applicationMembers: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/members`,
  applicationTeams: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/teams`,
  applicationSettings: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/settings`,
  fleet: (id: Id) => `/fleets/${id}`,
  /** The fleet with the dialog that adds a device. */
  addDevice: (id: Id) => `/fleets/${id}?add=device`,
  /** Takes up an invitation to a fleet. */
  fleetInvitation: (token: string) => `/invitation/${token}`,
  organizationInvitation: (token: string) => `/organization/invitation/${token}`,
  fleetKeys: (id: Id) => `/fleets/${id}/api-keys`,
  fleetDevices: (id: Id) => `/fleets/${id}/devices`,
  fleetVariables: (id: Id) => `/fleets/${id}/envvars`,
  fleetInsights: (id: Id) => `/fleets/${id}/insights`,
  fleetIssues: (id: Id) => `/fleets/${id}/issues`,
  fleetRollouts: (id: Id) => `/fleets/${id}/rollouts`,
  applicationActivity: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/activity`,
  fleetConfiguration: (id: Id) => `/fleets/${id}/config`,

  releases: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/releases`,
  release: (id: Id, releaseId: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/releases/${releaseId}`,
  releaseRollout: (id: Id, releaseId: Id) => `/fleets/${id}/releases/${releaseId}/rollout`,
  releaseSettings: (id: Id, releaseId: Id, of: ApplicationClass = 'fleet') =>
    `/${of}s/${id}/releases/${releaseId}/settings`,

  compareReleases: (id: Id, releaseId: Id, otherId: Id, of: ApplicationClass = 'fleet') =>
    `/${of}s/${id}/releases/${releaseId}/compare/${otherId}`,

  /** One's own account; without a tab its first one. */
  preferences: (tab?: PreferencesTab) => (tab === undefined ? '/preferences' : `/preferences/${tab}`),
  sshKeys: () => '/preferences/sshkeys',

  /** What the watches of this browser have seen. */
  inbox: () => '/inbox',
  watches: () => '/inbox/watches',

  /** The changes that this browser made. */
  activity: () => '/activity',

  /** Leads to one's own identity provider, where there is one. */
  identityProviders: () => '/identity-provider',
  identityProvider: (id: Id) => `/identity-provider/${id}`,

  organizations: () => '/orgs',
  organization: (id: Id) => `/orgs/${id}`,
  billing: (id: Id, options: { part?: 'billing-plans' | 'payment-method' } = {}) =>
    `/orgs/${id}/billing${options.part === undefined ? '' : `#${options.part}`}`,
  credits: (id: Id) => `/orgs/${id}/credits`,
  organizationInsights: (id: Id) => `/orgs/${id}/insights`,
  organizationActivity: (id: Id) => `/orgs/${id}/activity`,
  organizationMembers: (id: Id) => `/orgs/${id}/members`,
  organizationMember: (id: Id, membershipId: Id) => `/orgs/${id}/members/${membershipId}`,
  /** The teams that a member is in. */
  memberTeams: (id: Id, membershipId: Id) => `/orgs/${id}/members/${membershipId}/teams`,
  organizationTeams: (id: Id) => `/orgs/${id}/teams`,
  organizationTeam: (id: Id, teamId: Id) => `/orgs/${id}/teams/${teamId}`,
  teamMembers: (id: Id, teamId: Id) => `/orgs/${id}/teams/${teamId}/members`,
  /** The applications of one class that an organization, a team or a member has; `place` is its address. */
  applicationsOf: (place: string, of: ApplicationClass) => `${place}/${of}s`,
  /** The same for a team or a member, with the role on each. */
  rolesOf: (place: string, of: ApplicationClass) => `${place}/${of}s?view=roles`,

  devices: () => '/devices',
  /** The logs of several devices side by side. */
  deviceLogs: (uuids: readonly string[]) => `/devices/logs?uuids=${uuids.join(',')}`,
  /** One command on several devices. */
  runCommand: (uuids: readonly string[]) => `/devices/run?uuids=${uuids.join(',')}`,
  device: (uuid: string) => `/devices/${uuid}`,
  compareDevices: (uuid: string, other: string) => `/devices/${uuid}/compare/${other}`,
  deviceActions: (uuid: string) => `/devices/${uuid}/actions`,
  deviceSettings: (uuid: string) => `/devices/${uuid}/settings`,
  deviceLocation: (uuid: string) => `/devices/${uuid}/location`,
  deviceVariables: (uuid: string) => `/devices/${uuid}/envvars`,
  deviceConfiguration: (uuid: string) => `/devices/${uuid}/config`,
  deviceDiagnostics: (uuid: string) => `/devices/${uuid}/diagnostics`,
  deviceDiagnose: (uuid: string) => `/devices/${uuid}/diagnostics/diagnose`,
  deviceSupervisorState: (uuid: string) => `/devices/${uuid}/diagnostics/supervisor`,
  deviceHistory: (uuid: string) => `/devices/${uuid}/history`,
} as const
