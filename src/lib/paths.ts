import { encodedPart } from './query-string.ts'
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

/** One segment of a path. A parameter of a route (`:token`, `:token?`) stays as it is, so that the router uses the same functions. */
const segment = (value: string) => (/^:[a-z]+\??$/i.test(value) ? value : encodedPart(value))

const listOf = (uuids: readonly string[] | undefined) =>
  uuids === undefined ? '' : `?uuids=${uuids.join(',')}`

/** The paths of all pages, used by the router, links and browser tests. */
/** Whether an address within the dashboard shows the wall. */
export const isWall = (pathname: string, search: URLSearchParams): boolean =>
  pathname === '/fleets' && search.has('wall')

export const paths = {
  home: () => '/',
  login: (options: { redirect?: string; ended?: string } = {}) =>
    `/login${queryOf({ redirect: options.redirect, ended: options.ended })}`,
  twoFactor: () => '/login/two-factor',
  signUp: (options: { redirect?: string; email?: string; samlError?: string } = {}) =>
    `/signup${queryOf({ redirect: options.redirect, email: options.email, saml_error: options.samlError })}`,
  /** The second step of the sign-up: the user's profile. */
  completeProfile: () => '/signup/profile',
  verifyEmailPending: () => '/user/verify-email/pending',
  /** The target of the link in the email that verifies an address. */
  verifyEmail: (token: string, email: string) => `/user/verify-email/${token}/${segment(email)}`,
  /** Requests an email to reset the password. */
  passwordReset: () => '/password-reset',
  passwordResetSent: () => '/password-reset/success',
  /** The target of the link in that email. */
  resetPassword: (loginCode: string) => `/user/reset-password/${loginCode}`,
  /** For users who must change their password before they continue. */
  forcedPassword: () => '/user/new-password',
  socialCallback: (provider: string) => `/auth/${provider}/callback`,
  /** Sign-in with the identity provider of an organization; `error` is why the last attempt failed. */
  saml: (options: { error?: string; identifier?: string } = {}) =>
    `/saml${queryOf({ error: options.error, identifier: options.identifier })}`,
  samlStart: (ssoIdentifier: string) => `/saml/${segment(ssoIdentifier)}`,
  samlSignOn: (code?: string) => `/saml/callback/signon${queryOf({ code })}`,
  samlMerge: (options: { code?: string; shouldMergeWith?: string } = {}) =>
    `/saml/callback/merge${queryOf({ code: options.code, shouldMergeWith: options.shouldMergeWith })}`,
  /** Where the CLI sends users; it listens at `target`. */
  cliLogin: (target: string) => `/login/cli/${encodedPart(encodedPart(target))}`,
  oauth: (clientId: string, options: { state?: string } = {}) =>
    `/login/oauth/${segment(clientId)}${queryOf({ state: options.state })}`,
  supportPortal: (options: { returnTo?: string } = {}) =>
    `/zendesk-login${queryOf({ return_to: options.returnTo })}`,
  /** Simulated mode: the stand-in page for an external URL. */
  outside: (address?: string) => `/simulated/outside${queryOf({ to: address })}`,
  notFound: () => '/404',
  /** The summary of a page with tabs, as older links name it; redirected to the page itself. */
  oldSummary: (place: string) => `${place}/summary`,

  applications: (of: ApplicationClass) => `/${of}s`,
  fleets: () => '/fleets',
  /** Fleets in turn on a large screen; all if none is chosen. */
  wall: (ids: readonly Id[] = []) => (ids.length === 0 ? '/fleets?wall' : `/fleets?wall=${ids.join(',')}`),
  apps: () => '/apps',
  blocks: () => '/blocks',

  application: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}`,
  /** The list, with the dialog that creates an application. */
  createApplication: (of: ApplicationClass) => `/${of}s?create=new`,
  /** The list, with the dialog that creates an application from a repository, or deploys one to an existing application. */
  deployApplication: (of: ApplicationClass, options: { into?: Id } = {}) =>
    `/${of}s${queryOf({ create: 'deploy', into: options.into === undefined ? undefined : String(options.into) })}`,
  /** The page of the target of a deployment, with its running build. */
  deployment: (id: Id, of: ApplicationClass, releaseId: Id) => `/${of}s/${id}?deploy=${releaseId}`,
  /** Target of "Deploy" links on other sites. */
  deploy: (
    options: {
      repoUrl?: string
      tarballUrl?: string
      configUrl?: string
      defaultDeviceType?: string
    } = {},
  ) => `/deploy${queryOf(options)}`,
  applicationMembers: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/members`,
  applicationTeams: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/teams`,
  applicationSettings: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/settings`,
  fleet: (id: Id) => `/fleets/${id}`,
  /** The fleet, with the dialog that adds a device. */
  addDevice: (id: Id) => `/fleets/${id}?add=device`,
  /** Accepts an invitation to a fleet. */
  fleetInvitation: (token: string) => `/invitation/${token}`,
  organizationInvitation: (token: string) => `/organization/invitation/${token}`,
  fleetKeys: (id: Id) => `/fleets/${id}/api-keys`,
  fleetDevices: (id: Id) => `/fleets/${id}/devices`,
  fleetVariables: (id: Id) => `/fleets/${id}/envvars`,
  fleetInsights: (id: Id) => `/fleets/${id}/devices/insights`,
  fleetIssues: (id: Id) => `/fleets/${id}/devices/issues`,
  fleetRollouts: (id: Id) => `/fleets/${id}/releases/rollouts`,
  applicationActivity: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/settings/activity`,
  fleetConfiguration: (id: Id) => `/fleets/${id}/config`,

  releases: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/releases`,
  release: (id: Id, releaseId: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}/releases/${releaseId}`,
  releaseRollout: (id: Id, releaseId: Id, of: ApplicationClass = 'fleet') =>
    `/${of}s/${id}/releases/${releaseId}/rollout`,
  releaseSettings: (id: Id, releaseId: Id, of: ApplicationClass = 'fleet') =>
    `/${of}s/${id}/releases/${releaseId}/settings`,

  compareReleases: (id: Id, releaseId: Id, otherId: Id, of: ApplicationClass = 'fleet') =>
    `/${of}s/${id}/releases/${releaseId}/compare/${otherId}`,

  /** The user's own account; default: the first tab. */
  preferences: (tab?: PreferencesTab) => (tab === undefined ? '/preferences' : `/preferences/${tab}`),
  sshKeys: () => '/preferences/sshkeys',

  /** Events of the watches of this browser. */
  inbox: () => '/inbox',
  watches: () => '/inbox/watches',

  /** Changes made in this browser. */
  activity: () => '/activity',

  /** Redirects to the user's identity provider, if there is one. */
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
  /** The teams of a member. */
  memberTeams: (id: Id, membershipId: Id) => `/orgs/${id}/members/${membershipId}/teams`,
  organizationTeams: (id: Id) => `/orgs/${id}/teams`,
  organizationTeam: (id: Id, teamId: Id) => `/orgs/${id}/teams/${teamId}`,
  teamMembers: (id: Id, teamId: Id) => `/orgs/${id}/teams/${teamId}/members`,
  /** The applications of one class of an organization, team or member; `place` is its path. */
  applicationsOf: (place: string, of: ApplicationClass) => `${place}/${of}s`,
  /** The same for a team or member, with the role on each. */
  rolesOf: (place: string, of: ApplicationClass) => `${place}/${of}s?view=roles`,

  devices: () => '/devices',
  /** The logs of several devices side by side. */
  deviceLogs: (uuids?: readonly string[]) => `/devices/logs${listOf(uuids)}`,
  /** Runs one command on several devices. */
  runCommand: (uuids?: readonly string[]) => `/devices/run${listOf(uuids)}`,
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
