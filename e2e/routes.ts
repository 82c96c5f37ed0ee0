import { paths } from '../src/lib/paths.ts'
import type { World } from './world.ts'

export interface Visit {
  /** A short name for screenshots, also accepted by `npm run shots -- --route`. */
  name: string
  /** The path, given an open world and a signed-in user. */
  path: (world: World) => string | Promise<string>
  /** Visible before signing in. */
  signedOut?: boolean
}

/** A fleet and an organization of `first-look` that have content on each of their pages. */
const FLEET = 'cold-chain-eu'
const ORGANIZATION = 'acme_logistics'

/** A page of the fleet's target release. */
async function releaseOf(world: World, path: (fleet: number, release: number) => string): Promise<string> {
  const fleet = await world.fleet(FLEET)
  return path(fleet, await world.targetRelease(fleet))
}

/** Every page of the dashboard. Tests over all pages and `npm run shots` use this list. */
export const visits: readonly Visit[] = [
  { name: 'sign-in', path: () => paths.login(), signedOut: true },
  { name: 'sign-up', path: () => paths.signUp(), signedOut: true },
  { name: 'password-reset', path: () => paths.passwordReset(), signedOut: true },
  { name: 'reset-password', path: () => paths.resetPassword('a-code'), signedOut: true },
  {
    name: 'saml',
    path: () => paths.saml({ error: 'unknown_identifier', identifier: 'nobody' }),
    signedOut: true,
  },
  {
    name: 'other-party',
    path: (world) =>
      paths.outside(`${world.apiUrl}/auth/github?redirect_uri=https%3A%2F%2Fdashboard.example`),
    signedOut: true,
  },
  { name: 'complete-profile', path: () => paths.completeProfile() },
  {
    name: 'saml-merge',
    path: () => paths.samlMerge({ code: 'a-code', shouldMergeWith: 'ada@flotilla.example' }),
  },
  { name: 'social-callback', path: () => `${paths.socialCallback('github')}?code=of-somebody-else` },
  { name: 'cli-login', path: () => paths.cliLogin('http://127.0.0.1:8989/auth') },
  { name: 'oauth', path: () => paths.oauth('flotilla-forum') },
  { name: 'inbox', path: () => paths.inbox() },
  { name: 'watches', path: () => paths.watches() },
  { name: 'activity', path: () => paths.activity() },
  { name: 'fleets', path: () => paths.fleets() },
  { name: 'apps', path: () => paths.apps() },
  { name: 'blocks', path: () => paths.blocks() },
  { name: 'fleet', path: async (world) => paths.fleet(await world.fleet(FLEET)) },
  { name: 'fleet-devices', path: async (world) => paths.fleetDevices(await world.fleet(FLEET)) },
  {
    name: 'fleet-devices-map',
    path: async (world) => `${paths.fleetDevices(await world.fleet(FLEET))}?view=map`,
  },
  { name: 'fleet-insights', path: async (world) => paths.fleetInsights(await world.fleet(FLEET)) },
  { name: 'fleet-issues', path: async (world) => paths.fleetIssues(await world.fleet(FLEET)) },
  {
    name: 'fleet-activity',
    path: async (world) => paths.applicationActivity(await world.fleet(FLEET)),
  },
  { name: 'fleet-rollouts', path: async (world) => paths.fleetRollouts(await world.fleet(FLEET)) },
  { name: 'fleet-variables', path: async (world) => paths.fleetVariables(await world.fleet(FLEET)) },
  { name: 'fleet-configuration', path: async (world) => paths.fleetConfiguration(await world.fleet(FLEET)) },
  { name: 'releases', path: async (world) => paths.releases(await world.fleet(FLEET)) },
  { name: 'release', path: (world) => releaseOf(world, paths.release) },
  { name: 'release-rollout', path: (world) => releaseOf(world, paths.releaseRollout) },
  {
    name: 'releases-compared',
    path: async (world) => {
      const fleet = await world.fleet(FLEET)
      const release = await world.targetRelease(fleet)
      return paths.compareReleases(fleet, release, release)
    },
  },
  { name: 'release-settings', path: (world) => releaseOf(world, paths.releaseSettings) },
  { name: 'fleet-members', path: async (world) => paths.applicationMembers(await world.fleet(FLEET)) },
  { name: 'fleet-teams', path: async (world) => paths.applicationTeams(await world.fleet(FLEET)) },
  { name: 'fleet-settings', path: async (world) => paths.applicationSettings(await world.fleet(FLEET)) },
  { name: 'fleet-keys', path: async (world) => paths.fleetKeys(await world.fleet(FLEET)) },
  { name: 'organizations', path: () => paths.organizations() },
  { name: 'organization', path: async (world) => paths.organization(await world.organization(ORGANIZATION)) },
  {
    name: 'organization-fleets',
    path: async (world) =>
      paths.applicationsOf(paths.organization(await world.organization(ORGANIZATION)), 'fleet'),
  },
  {
    name: 'organization-members',
    path: async (world) => paths.organizationMembers(await world.organization(ORGANIZATION)),
  },
  {
    name: 'organization-teams',
    path: async (world) => paths.organizationTeams(await world.organization(ORGANIZATION)),
  },
  {
    name: 'organization-insights',
    path: async (world) => paths.organizationInsights(await world.organization(ORGANIZATION)),
  },
  {
    name: 'organization-activity',
    path: async (world) => paths.organizationActivity(await world.organization(ORGANIZATION)),
  },
  {
    name: 'organization-member',
    path: async (world) =>
      paths.organizationMember(
        await world.organization(ORGANIZATION),
        await world.membership('olive', ORGANIZATION),
      ),
  },
  {
    name: 'member-teams',
    path: async (world) =>
      paths.memberTeams(await world.organization(ORGANIZATION), await world.membership('devi', ORGANIZATION)),
  },
  {
    name: 'member-roles',
    path: async (world) => {
      const organization = await world.organization(ORGANIZATION)
      const member = await world.membership('olive', ORGANIZATION)
      return paths.rolesOf(paths.organizationMember(organization, member), 'fleet')
    },
  },
  {
    name: 'organization-team',
    path: async (world) =>
      paths.organizationTeam(await world.organization(ORGANIZATION), await world.team('Firmware')),
  },
  {
    name: 'team-members',
    path: async (world) =>
      paths.teamMembers(await world.organization(ORGANIZATION), await world.team('Firmware')),
  },
  {
    name: 'organization-billing',
    path: async (world) => paths.billing(await world.organization(ORGANIZATION)),
  },
  {
    name: 'organization-credits',
    path: async (world) => paths.credits(await world.organization(ORGANIZATION)),
  },
  {
    name: 'team-fleets',
    path: async (world) => {
      const organization = await world.organization(ORGANIZATION)
      return paths.applicationsOf(paths.organizationTeam(organization, await world.team('Firmware')), 'fleet')
    },
  },
  { name: 'device', path: async (world) => paths.device(await world.anyDevice(FLEET)) },
  { name: 'device-actions', path: async (world) => paths.deviceActions(await world.anyDevice(FLEET)) },
  { name: 'device-settings', path: async (world) => paths.deviceSettings(await world.anyDevice(FLEET)) },
  { name: 'device-location', path: async (world) => paths.deviceLocation(await world.anyDevice(FLEET)) },
  { name: 'device-variables', path: async (world) => paths.deviceVariables(await world.anyDevice(FLEET)) },
  {
    name: 'device-configuration',
    path: async (world) => paths.deviceConfiguration(await world.anyDevice(FLEET)),
  },
  {
    name: 'device-diagnostics',
    path: async (world) => paths.deviceDiagnostics(await world.anyDevice(FLEET)),
  },
  { name: 'device-diagnose', path: async (world) => paths.deviceDiagnose(await world.anyDevice(FLEET)) },
  {
    name: 'device-supervisor-state',
    path: async (world) => paths.deviceSupervisorState(await world.anyDevice(FLEET)),
  },
  {
    name: 'devices-compared',
    path: async (world) =>
      paths.compareDevices(await world.anyDevice(FLEET), await world.anyDevice('kiosk-lobby')),
  },
  { name: 'device-history', path: async (world) => paths.deviceHistory(await world.anyDevice(FLEET)) },
  { name: 'device-logs', path: async (world) => paths.deviceLogs([await world.anyDevice(FLEET)]) },
  { name: 'run-command', path: async (world) => paths.runCommand([await world.anyDevice(FLEET)]) },
  { name: 'preferences', path: () => paths.preferences('details') },
  { name: 'preferences-ssh-keys', path: () => paths.sshKeys() },
  { name: 'preferences-access-tokens', path: () => paths.preferences('access-tokens') },
  { name: 'preferences-profile', path: () => paths.preferences('profile') },
  { name: 'preferences-two-factor', path: () => paths.preferences('2fa') },
  { name: 'preferences-display', path: () => paths.preferences('experimental') },
  // Redirects to the provider of Acme Logistics.
  { name: 'identity-provider', path: () => paths.identityProviders() },
  { name: 'not-found', path: () => paths.notFound() },
  { name: 'unknown-device', path: () => paths.device('0'.repeat(32)) },
  // Last, because it stores a deployment that opens over the list of fleets until it is answered.
  {
    name: 'deploy',
    path: () => paths.deploy({ repoUrl: 'https://github.com/flotilla-examples/hello-fleet' }),
  },
]
