import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { grants } from '../../../mocks/access/roles.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { demoPeople } from '../../../mocks/worlds/people.ts'
import {
  permissionTable,
  readPageView,
  type PageControl,
  type Seen,
} from '../../../src/control-panel/see-as/page-controls.ts'
import { paths } from '../../../src/lib/paths.ts'
import { fleetId, openWorld } from '../open-world.tsx'

const FLEET = 'cold-chain-eu'
const fleet = (path: (id: number) => string) => async (world: TestCloud) => path(await fleetId(world, FLEET))
const device = (path: (uuid: string) => string) => async (world: TestCloud) => {
  const [row] = await world.rows(
    `/v7/device?$select=uuid&$filter=belongs_to__application eq ${await fleetId(world, FLEET)}&$orderby=id asc&$top=1`,
    'ada',
  )
  return path(String(row?.['uuid']))
}
const organization = (path: (id: number) => string) => async (world: TestCloud) => {
  const [row] = await world.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
  return path(Number(row?.['id']))
}
/** The permissions that a control requires; all of them if several. */
type Asks = string | readonly string[]
/** Requires no permission: actions on the user's own account. */
const OWN_ACCOUNT = 'oneself'
const supervisor = 'resin.device.supervisor-proxy-write'

interface Page {
  path: (world: TestCloud) => Promise<string>
  /** Controls that write, by the start of their names. */
  writes: Record<string, Asks>
}

const variables = (resource: string) => ({
  'Import .env': `resin.${resource}.create`,
  'Add variable': `resin.${resource}.create`,
  Override: `resin.${resource}.create`,
  Edit: `resin.${resource}.update`,
  Delete: `resin.${resource}.delete`,
})
const configuration = 'resin.application_config_variable.update'
const subscription = 'resin.organization.access_billing'

const pages: Record<string, Page> = {
  fleet: {
    path: fleet(paths.fleet),
    writes: {
      'Add device': 'resin.device.create',
      'Roll back': 'resin.application.update',
      'Edit tags': 'resin.application_tag.update',
      Acknowledge: 'resin.device_tag.all',
    },
  },
  insights: { path: fleet(paths.fleetInsights), writes: {} },
  issues: {
    path: fleet(paths.fleetIssues),
    writes: {
      'Restart services': supervisor,
      Reboot: supervisor,
      'Purge data': supervisor,
      'Pin to a release': 'resin.device.update',
      Acknowledge: 'resin.device_tag.all',
    },
  },
  rollouts: {
    path: fleet(paths.fleetRollouts),
    writes: { 'Plan a rollout': ['resin.application_tag.update', 'resin.device.update'] },
  },
  'fleet variables': {
    path: fleet(paths.fleetVariables),
    writes: variables('application_environment_variable'),
  },
  'fleet configuration': {
    path: fleet(paths.fleetConfiguration),
    writes: { Turn: configuration, Edit: configuration, Reset: configuration, Add: configuration },
  },
  releases: { path: fleet(paths.releases), writes: { 'Add release': 'resin.release.create' } },
  'fleet members': {
    path: fleet(paths.applicationMembers),
    writes: {
      'Add member': 'resin.user_application_membership.create',
      'Change role': 'resin.user_application_membership.update',
      Remove: 'resin.user_application_membership.delete',
    },
  },
  'fleet settings': {
    path: fleet(paths.applicationSettings),
    writes: {
      'Change the fleet type': 'resin.application.change-type',
      Transfer: 'resin.application.transfer',
      'Delete fleet': 'resin.application.delete',
      'Remove my access': OWN_ACCOUNT,
      ...Object.fromEntries(
        ['Rename', 'Change', 'Track latest', 'Pin', 'Grant access', 'Public'].map((name) => [
          name,
          'resin.application.update',
        ]),
      ),
    },
  },
  device: {
    path: device(paths.device),
    writes: {
      'Start session': 'resin.device.ssh',
      ...Object.fromEntries(['Restart', 'Reboot', 'Start', 'Stop'].map((name) => [name, supervisor])),
      'Tag this device': 'resin.device_tag.create',
      'Edit name': 'resin.device.update',
      'Edit notes': 'resin.device.update',
      'No notes': 'resin.device.update',
      'Clear logs': 'resin.device_log.delete',
    },
  },
  'device actions': {
    path: device(paths.deviceActions),
    writes: Object.fromEntries(
      ['Identify', 'Restart services', 'Purge data', 'Reboot', 'Shut down'].map((name) => [name, supervisor]),
    ),
  },
  'device settings': {
    path: device(paths.deviceSettings),
    writes: {
      'Local mode': 'resin.device_config_variable.update',
      'Update OS': 'resin.device.actions-proxy-hup',
      'Update supervisor': 'resin.device.actions-proxy-supervisorupgrade',
      Move: 'resin.device.move',
      Deactivate: 'resin.application.deactivate-device',
      'Delete device': 'resin.device.delete',
      ...Object.fromEntries(
        ['Rename', 'Edit notes', 'No notes', 'Pin', 'Public URL', 'Grant access'].map((name) => [
          name,
          'resin.device.update',
        ]),
      ),
    },
  },
  'device variables': {
    path: device(paths.deviceVariables),
    writes: variables('device_environment_variable'),
  },
  organization: {
    path: organization(paths.organization),
    writes: {
      Rename: 'resin.organization.update',
      'Change logo': 'resin.organization.update',
      'Delete organization': 'resin.organization.delete',
      'Leave organization': OWN_ACCOUNT,
    },
  },
  'organization members': {
    path: organization(paths.organizationMembers),
    writes: {
      'Invite member': 'resin.organization_invite.create',
      'Change role': 'resin.organization_membership.update',
      Remove: 'resin.organization_membership.delete',
      'Leave organization': OWN_ACCOUNT,
    },
  },
  'organization teams': {
    path: organization(paths.organizationTeams),
    writes: {
      'Create team': 'resin.team.create',
      Rename: 'resin.team.update',
      Delete: 'resin.team.delete',
    },
  },
  billing: {
    path: organization(paths.billing),
    writes: Object.fromEntries(
      ['Cancel subscription', 'Replace', 'Remove', 'Edit', 'Downgrade', 'Current plan'].map((name) => [
        name,
        subscription,
      ]),
    ),
  },
}

/** Controls that only read, search, copy or change the layout. */
const READ_ONLY =
  /^(Copy|Compare|Export|Bulk changes from CSV|Search|Select|Filter|Find|Actions|UTC|Timestamps|Wrap|Download|Expand|Saved views|Screen reader mode|Terminal$|Terminal options|Who has access|Status|CLI$|curl$|All settings|Set here|Service$|Origin$|Time$|Target$|Monthly|Annual|View all|Watch this|Show as table|Save as|24 h$|7 d$|Rows$|Hide the table|Show \d+ (free )?items?|Additional team members$)/

const asksOf = ({ writes }: Page, name: string): readonly string[] | undefined => {
  const begin = Object.keys(writes)
    .filter((each) => name.startsWith(each))
    .toSorted((one, other) => other.length - one.length)[0]
  const asks = begin === undefined ? undefined : writes[begin]
  return typeof asks === 'string' ? [asks] : asks
}

/** Each user has their own role on the fleet; in the organization all are members except its administrator. */
function roleOf(page: string, person: (typeof demoPeople)[number]) {
  if ('staff' in person) return person.staff
  const isInOrganization = page.startsWith('organization') || page === 'billing'
  return isInOrganization && person.role !== 'administrator' ? 'member' : person.role
}

/** Waits until the page no longer changes, and returns its controls. */
async function settled() {
  let last = 0
  let same = 0
  await waitFor(
    () => {
      const now = document.body.innerHTML
      const isThere =
        document.querySelector('main h1') !== null && document.querySelector('main [aria-busy=true]') === null
      same = isThere && now.length === last ? same + 1 : 0
      last = now.length
      expect(same).toBeGreaterThan(2)
    },
    { interval: 20, timeout: 20_000 },
  )
  return readPageView()
}

const seen = new Map<string, Seen[]>()
const headings = new Map<string, string>()

for (const [name, page] of Object.entries(pages))
  for (const person of demoPeople)
    test(`on the page ${name}, ${person.username} can use what the contract allows, and sees the reason for everything else [SEEAS-003, PERM-002, PERM-005, PERM-027, PERM-028, PERM-033, PERM-034, PERM-038, PERM-039, PERM-078, PERM-100, PERM-101, PERM-104]`, async () => {
      await openWorld(page.path, { as: person.username })
      const view = await settled()
      const role = roleOf(name, person)
      seen.set(name, [...(seen.get(name) ?? []), { who: person.username, view }])
      // Users without access are redirected.
      if (person.username === 'ada') headings.set(name, view.heading)
      if (view.heading !== headings.get(name))
        return expect(['Fleets', 'Organizations', 'Acme Logistics']).toContain(view.heading)
      const isOwn = (control: PageControl) => control.name.endsWith(` ${person.username}`)
      for (const control of view.controls.filter((one) => one.role !== 'link')) {
        const what = `${control.role} “${control.name}”`
        if (!control.isEnabled) expect(control.reason, `${what} says no reason`).toBeTruthy()
        const asks = asksOf(page, control.name)
        if (asks === undefined) {
          expect(control.name, `nobody knows what ${what} asks of the platform`).toMatch(READ_ONLY)
          continue
        }
        const isAllowed = asks.every((one) => one === OWN_ACCOUNT || grants(role, one))
        if (control.isEnabled)
          expect(isAllowed || isOwn(control), `${what} is offered and refused`).toBe(true)
        else if (isAllowed) expect(control.reason, `${what} is allowed`).not.toMatch(/does not allow this/)
      }
    })

test('the table shows for each control of a page who can use it, and why others cannot [SEEAS-002, PERM-024]', () => {
  const lines = permissionTable('/fleets/1', seen.get('fleet') ?? []).split('\r\n')
  expect(lines[0]).toBe(`Page,Kind,Control,${demoPeople.map(({ username }) => username).join(',')}`)
  const refused = (role: string) => `disabled: Your role here (${role}) does not allow this`
  expect(lines).toContain(
    `/fleets/1,button,Add device,enabled,enabled,enabled,enabled,enabled,${refused('Observer')},absent,absent,${refused('Platform admin')}`,
  )
})
