import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { showAppsPreference } from '../../../src/widgets/fleet/show-apps-preference.ts'
import { address, findHeading } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'
import { below, idOf, ofMember, ofTeam, organizationId } from './organization-screens.ts'

const names = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)

const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the organizations of a user are listed, with links to their pages [ROUTE-070, ROUTE-071]', async () => {
  await openWorld('/orgs')
  await findHeading('Organizations')
  const table = within(screen.getByRole('table', { name: 'Organizations' }))
  const row = within(table.getByRole('row', { name: /Acme Logistics/ }))
  expect(row.getByText('Administrator')).toBeVisible()
  expect(row.getByText('Active')).toBeVisible()
  await userEvent.click(row.getByRole('link', { name: 'Acme Logistics' }))
  await findHeading('Acme Logistics')
  const has = within(screen.getByRole('navigation', { name: 'Overview' }))
  expect(has.getByRole('link', { name: /^Fleets/ }).getAttribute('href')).toMatch(/^\/orgs\/\d+\/fleets$/)
  await waitFor(() => expect(has.getByRole('link', { name: /^Teams [1-9]/ })).toBeVisible())
  expect(has.queryByRole('link', { name: /^Apps/ })).toBeNull()
})

test('the fleets of an organization have their own list, and are created there [ROUTE-050, ROUTE-072]', async () => {
  await openWorld(below('/fleets', 'tidewater_research'))
  await findHeading('Fleets of Tidewater Research')
  expect(await names('Fleets')).toEqual(['tide-buoys'])
  expect(crumbs()).toEqual(['Organizations', 'Tidewater Research'])
  await userEvent.click(screen.getByRole('button', { name: 'Create fleet' }))
  const dialog = within(await screen.findByRole('dialog'))
  const picker = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Organization' })
  await waitFor(() => expect(picker.selectedOptions[0]?.text).toBe('Tidewater Research'))
})

test.each([
  ['apps', 'Apps of Acme Logistics', 'Apps'],
  ['blocks', 'Blocks of Acme Logistics', 'Blocks'],
])('the %s of an organization have their own list [ROUTE-072]', async (list, title, label) => {
  showAppsPreference.set(true)
  const { world } = await openWorld(below(`/${list}`))
  await findHeading(title)
  const rows = await world.rows(
    `/v7/application?$select=app_name&$orderby=app_name asc&$filter=organization eq ${await organizationId(world)} and is_of__class eq '${list.slice(0, -1)}' and is_host eq false`,
    'ada',
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(await names(label)).toEqual(rows.map((row) => row['app_name']))
})

test('a team has a list of its fleets, under its own name [ROUTE-050, ROUTE-076]', async () => {
  const { world, asked } = await openWorld(ofTeam('/fleets', 'Firmware'))
  await findHeading('Fleets of Firmware')
  expect(crumbs()).toEqual(['Organizations', 'Acme Logistics', 'Teams', 'Firmware'])
  const rows = await world.rows(
    "/v7/application?$select=app_name&$orderby=app_name asc&$filter=is_of__class eq 'fleet' and team_application_access/any(t:t/team/name eq 'Firmware')",
    'ada',
  )
  expect(await names('Fleets')).toEqual(rows.map((row) => row['app_name']))
  // Teams get access to fleets, but do not own any.
  expect(screen.queryByRole('button', { name: 'Create fleet' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Blocks' }))
  await findHeading('Blocks of Firmware')
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a member has a list of their fleets, with filters that stay in it [ROUTE-050, ROUTE-074]', async () => {
  await openWorld(ofMember('/fleets', 'olive'), { scenario: 'limited-roles' })
  await findHeading('Fleets of olive')
  expect(await names('Fleets')).toEqual(['cold-chain-eu'])
  expect(crumbs()).toEqual(['Organizations', 'Acme Logistics', 'Members', 'olive'])
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter fleets' }), 'harbor')
  expect(await screen.findByText('No fleets match this filter')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show all fleets' }))
  expect(await names('Fleets')).toEqual(['cold-chain-eu'])
  await userEvent.click(screen.getByRole('link', { name: 'Blocks' }))
  await findHeading('Blocks of olive')
  expect(await screen.findByText('Blocks of olive appear here')).toBeVisible()
})

test('the list of a member includes fleets from their teams, as counted in the summary', async () => {
  await openWorld(ofMember('', 'devi'))
  await findHeading('devi')
  const given = await screen.findByRole('list', { name: 'Fleets' })
  const counted = within(given)
    .getAllByRole('listitem')
    .map((item) => within(item).getAllByRole('link')[0]?.textContent)
  expect(counted.length).toBeGreaterThan(1)
  const parts = within(screen.getByRole('navigation', { name: 'Organization sections' }))
  await userEvent.click(parts.getByRole('link', { name: 'Fleets' }))
  await findHeading('Fleets of devi')
  expect((await names('Fleets')).toSorted()).toEqual(counted.toSorted())
})

test('users who do not administer an organization see why they cannot create anything in it', async () => {
  await openWorld(below('/fleets'), { as: 'devi' })
  await findHeading('Fleets of Acme Logistics')
  await waitFor(() =>
    expect(reasonOf(screen.getByRole('button', { name: 'Create fleet' }))).toMatch(/administrator/i),
  )
})

test.each([
  ['an organization', async () => '/orgs/acme', /^\/orgs$/, 'acme'],
  ['an organization whose fleets are asked for', async () => '/orgs/acme/fleets', /^\/orgs$/, 'acme'],
  ['a member', below('/members/olive'), /^\/orgs\/\d+\/members$/, 'olive'],
  ['a team', below('/teams/firmware/blocks'), /^\/orgs\/\d+\/teams$/, 'firmware'],
] as const)(
  'an id of %s that is not a number shows an error, one level up [ROUTE-077, ROUTE-078]',
  async (_what, path, to, id) => {
    await openWorld(path)
    expect(await screen.findByText(`Invalid id passed in URL: ${id}`)).toBeVisible()
    await waitFor(() => expect(address()).toMatch(to))
    expect(screen.getAllByText(/Invalid id passed/)).toHaveLength(1)
  },
)

test.each([
  ['an organization', async () => '/orgs/999999'],
  ['an id beyond all ids', async () => '/orgs/99999999999/fleets'],
  ['a team', below('/teams/999999/fleets')],
  [
    'a member of another organization',
    async (world: TestCloud) =>
      (await ofMember('/fleets', 'olive')(world)).replace(
        /orgs\/\d+/,
        `orgs/${await idOf(world, 'organization', "handle eq 'tidewater_research'")}`,
      ),
  ],
] as const)('%s that does not exist redirects with a message [ROUTE-083]', async (_what, path) => {
  await openWorld(path)
  expect(await screen.findByText('Resource not found')).toBeVisible()
  await findHeading('Organizations')
  expect(address()).toBe('/orgs')
})

test('a user who came from another page returns to it if nothing is found [ROUTE-083]', async () => {
  const { world } = await openWorld(below('/teams'))
  await findHeading('Teams')
  const id = await idOf(world, 'team', "name eq 'Firmware'")
  await world.request(`/v7/team(${id})`, { as: 'ada', method: 'DELETE' })
  await userEvent.click(screen.getByRole('link', { name: 'Firmware' }))
  expect(await screen.findByText('Resource not found')).toBeVisible()
  await findHeading('Teams')
  expect(address()).toMatch(/^\/orgs\/\d+\/teams$/)
})
