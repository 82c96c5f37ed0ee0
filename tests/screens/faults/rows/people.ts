import { screen } from '@testing-library/react'
import type { TestCloud } from '../../../../mocks/hosts/node.ts'
import { fleetId } from '../../open-world.tsx'
import { below, ofMember, ofTeam, organizationId } from '../../organizations/organization-screens.ts'
import { countOf, dialog, fill, press, type Fields, type Row } from '../row.ts'

const ofFleet = (tab: string) => async (world: TestCloud) =>
  `/fleets/${await fleetId(world, 'cold-chain-eu')}/${tab}`

/** With an object created by another client. */
const after =
  (path: string, body: (world: TestCloud) => Promise<object>, at: (world: TestCloud) => Promise<string>) =>
  async (world: TestCloud) => {
    const response = await world.request(path, { as: 'ada', method: 'POST', body: await body(world) })
    if (!response.ok) throw new Error(await response.text())
    return at(world)
  }

/** A dialog for the selected rows of a table. */
const ofTicked = (names: string[], button: string) => async () => {
  await fill(
    await screen.findByRole('main'),
    Object.fromEntries(names.map((name) => [`Select ${name}`, true])),
  )
  await press(button)
}

const oneOf =
  (...names: string[]) =>
  (nth: number): Fields => ({ [names[nth - 1] ?? '']: true })

const guest = (nth: number): Fields => ({ 'Email address': `guest${nth}@example.org`, 'Message*': 'Welcome' })

/** Members, teams and roles. */
export const people: readonly Row[] = [
  {
    write: 'POST team',
    at: below('/teams'),
    open: dialog('Create team', 'Create a team', (nth) => ({ 'Team name': `Night shift ${nth}` })),
    submit: 'Create team',
    isTyped: true,
    count: countOf('team'),
  },
  {
    write: 'PATCH team',
    at: ofTeam('', 'Firmware'),
    open: dialog('Rename', /^Rename /, (nth) => ({ 'Team name': `Late shift ${nth}` })),
    submit: 'Rename',
    isTyped: true,
  },
  {
    write: 'DELETE team',
    at: ofTeam('', 'Firmware'),
    open: dialog('Delete team', /^Delete the team /),
    submit: 'Delete team',
    count: countOf('team'),
    by: -1,
  },
  {
    write: 'POST organization',
    at: '/orgs',
    open: dialog('Create organization', 'Create an organization', (nth) => ({
      Name: `Harbour Works ${nth}`,
    })),
    submit: 'Create organization',
    isTyped: true,
    count: countOf('organization'),
  },
  {
    write: 'PATCH organization',
    at: below(''),
    open: dialog('Rename', /^Rename /, (nth) => ({ Name: `Acme Freight ${nth}` })),
    submit: 'Rename',
    isTyped: true,
  },
  {
    write: 'DELETE organization',
    at: below('', 'tidewater_research'),
    open: dialog('Delete organization', /^Delete /, () => ({ 'Type*': 'Tidewater Research' })),
    submit: 'Delete organization',
    count: countOf('organization'),
    by: -1,
  },
  {
    write: 'POST organization_invite',
    at: below('/members'),
    open: dialog('Invite member', /^Invite member to /, guest),
    submit: 'Send invitation',
    isTyped: true,
    count: countOf('organization_invite'),
  },
  {
    write: 'DELETE organization_invite',
    at: after(
      '/v7/organization_invite',
      async (world) => ({
        is_invited_to__organization: await organizationId(world),
        invitee: 'guest@example.org',
      }),
      below('/members'),
    ),
    open: dialog('Revoke invitation of guest@example.org', 'Revoke this invitation?'),
    submit: 'Revoke invitation',
    count: countOf('organization_invite'),
    by: -1,
  },
  {
    write: 'PATCH organization_membership',
    at: below('/members'),
    open: dialog('Change role of mel', 'Change role of mel', () => ({ 'Administrator*': true })),
    submit: 'Change role',
  },
  {
    write: 'DELETE organization_membership',
    at: below('/members'),
    open: dialog('Remove olive from the organization', /^Remove olive from /),
    submit: 'Remove member',
    count: countOf('organization_membership'),
    by: -1,
  },
  {
    write: 'POST team_membership',
    at: ofTeam('/members', 'Firmware'),
    open: dialog('Add members', 'Add members to Firmware', oneOf('omar', 'olive', 'mel')),
    submit: 'Add members',
    isTyped: true,
    count: countOf('team_membership'),
  },
  {
    write: 'DELETE team_membership',
    at: ofMember('/teams', 'devi'),
    open: dialog(ofTicked(['Firmware'], 'Remove from teams'), 'Remove devi from these teams?'),
    submit: 'Remove from teams',
    count: countOf('team_membership'),
    by: -1,
  },
  {
    write: 'POST team_application_access',
    at: after(
      '/v7/team',
      async (world) => ({ name: 'Night shift', belongs_to__organization: await organizationId(world) }),
      ofTeam('/fleets?view=roles', 'Night shift'),
    ),
    open: dialog(
      'Grant access',
      /^Grant Night shift access/,
      oneOf('kiosk-lobby', 'depot-pilot', 'bench-lab'),
    ),
    submit: 'Grant access',
    isTyped: true,
    count: countOf('team_application_access'),
  },
  {
    write: 'PATCH team_application_access',
    at: ofTeam('/fleets?view=roles', 'Firmware'),
    open: dialog('Change role on harbor-cams', 'Role on harbor-cams', () => ({ 'Observer*': true })),
    submit: 'Change role',
  },
  {
    write: 'DELETE team_application_access',
    at: ofTeam('/fleets?view=roles', 'Firmware'),
    open: dialog('Remove access to harbor-cams', 'Remove access to harbor-cams?'),
    submit: 'Remove access',
    count: countOf('team_application_access'),
    by: -1,
  },
  {
    write: 'POST user_application_membership',
    at: ofMember('/fleets?view=roles', 'mel'),
    open: dialog('Grant access', /^Grant mel access/, oneOf('kiosk-lobby', 'depot-pilot', 'bench-lab')),
    submit: 'Grant access',
    isTyped: true,
    count: countOf('user_application_membership'),
  },
  {
    write: 'PATCH user_application_membership',
    at: ofFleet('members'),
    open: dialog('Change role of olive', 'Role of olive', () => ({ 'Limited operator*': true })),
    submit: 'Change role',
  },
  {
    write: 'DELETE user_application_membership',
    at: ofFleet('members'),
    open: dialog('Remove olive', 'Remove olive?'),
    submit: 'Remove member',
    count: countOf('user_application_membership'),
    by: -1,
  },
  {
    write: 'POST application_invite',
    at: ofFleet('members'),
    open: async (nth) => {
      const opened = await dialog('Add member', 'Add a member')(null)
      if (nth !== null) await fill(opened, { 'By email': true, ...guest(nth) })
      return opened
    },
    submit: 'Send invitation',
    isTyped: true,
    count: countOf('application_invite'),
  },
  {
    write: 'DELETE application_invite',
    at: after(
      '/v7/application_invite',
      async (world) => ({
        is_invited_to__application: await fleetId(world, 'cold-chain-eu'),
        invitee: 'guest@example.org',
      }),
      ofFleet('members'),
    ),
    open: dialog('Revoke invitation of guest@example.org', 'Revoke this invitation?'),
    submit: 'Revoke invitation',
    count: countOf('application_invite'),
    by: -1,
  },
  {
    write: 'session.logInAs',
    follows: 'the page, loaded anew for the other person',
    method: 'PATCH',
    at: ofMember('', 'olive'),
    as: 'pat',
    open: dialog('Login as user', 'Login as olive?'),
    submit: 'Login as user',
  },
]
