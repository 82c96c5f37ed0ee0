import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showAppsPreference } from '../../../src/widgets/fleet/show-apps-preference.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading, json } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import { below, organizationId, rowOf } from './organization-screens.ts'

const LIST = 'Organizations'

const openMenu = async (name: string) => {
  await userEvent.click((await rowOf(LIST, name)).getByRole('button', { name: `Actions for ${name}` }))
  return within(await screen.findByRole('menu'))
}

test('an organization is created with a unique name, and deleted by its only administrator [ORG-001, ORG-005, ORG-006, ORG-007, ORG-008, ORG-010]', async () => {
  // jsdom has no addresses of files.
  Object.assign(URL, { createObjectURL: () => 'blob:logo', revokeObjectURL: () => {} })
  const { world, asked } = await openWorld('/orgs')
  await findHeading('Organizations')
  await userEvent.click(screen.getByRole('button', { name: 'Create organization' }))
  const dialog = await dialogNamed('Create an organization')
  const submit = () => dialog.getByRole('button', { name: 'Create organization' })
  expect(reasonOf(submit())).toBe('An organization needs a name.')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await write(name, 'ACME logistics')
  expect(dialog.getByRole('alert').textContent).toBe(
    'You already belong to an organization called ACME logistics.',
  )
  const choose = (type: string, bytes: number) =>
    userEvent.upload(dialog.getByLabelText('Logo (optional)'), anImage(type, bytes), { applyAccept: false })
  await choose('gif', 1)
  expect(await dialog.findByText('Choose a PNG or JPEG image.')).toBeVisible()
  for (const type of ['png', 'jpeg']) {
    await choose(type, 1_000_000)
    expect(await dialog.findByText(`Chosen: logo.${type}`)).toBeVisible()
  }
  const preview = dialog.getByRole('img', { name: 'Preview of the logo' })
  expect(preview.getAttribute('src')).toBe('blob:logo')
  await userEvent.upload(
    dialog.getByLabelText('Logo (optional)'),
    new File([anImage('jpeg', 100)], 'logo.png', { type: 'image/png' }),
  )
  expect(await dialog.findByText(/named as PNG, but it is a JPEG image/)).toBeVisible()
  await choose('jpeg', 1_000_001)
  expect(await dialog.findByText('The logo can have at most 1,000,000 bytes.')).toBeVisible()
  expect(dialog.queryByText(/^Chosen: /)).toBeNull()
  await userEvent.click(submit())
  expect(writes(asked)).toEqual([])

  await userEvent.clear(name)
  await write(name, 'Harbour Works')
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('Harbour Works created')).toBeVisible()
  // What was created opens.
  await findHeading('Harbour Works')
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getByRole('link', {
      name: 'Organizations',
    }),
  )
  expect((await rowOf(LIST, 'Harbour Works')).getByText('Administrator')).toBeVisible()
  expect(await organizationId(world, 'harbour_works')).toBeGreaterThan(0)

  const menu = await openMenu('Harbour Works')
  await userEvent.click(await menu.findByRole('menuitem', { name: 'Delete organization' }))
  const ask = await dialogNamed('Delete Harbour Works?')
  await userEvent.type(ask.getByRole('textbox'), 'Harbour Works')
  await userEvent.click(ask.getByRole('button', { name: 'Delete organization' }))
  await untilClosed()
  expect(await screen.findByText('Harbour Works deleted')).toBeVisible()
  expect(await world.rows("/v7/organization?$select=id&$filter=handle eq 'harbour_works'", 'ada')).toEqual([])
})

test('the summary of an organization has a card for each part, for apps only if they are shown [ORG-002, ORG-003]', async () => {
  await openWorld(below(''))
  await findHeading('Acme Logistics')
  const cards = within(screen.getByRole('navigation', { name: 'Overview' }))
  for (const part of ['Members', 'Teams', 'Fleets', 'Blocks']) {
    expect(await cards.findByRole('link', { name: new RegExp(`^${part} [1-9]`) })).toBeVisible()
  }
  expect(cards.queryByRole('link', { name: /^Apps/ })).toBeNull()
  showAppsPreference.set(true)
  const apps = await cards.findByRole('link', { name: /^Apps \d/ })
  expect(apps.getAttribute('href')).toMatch(/^\/orgs\/\d+\/apps$/)
})

test('the summary of an organization shows the state of its devices, the fleets in trouble, and the next bill', async () => {
  const { world } = await openWorld(below(''))
  await findHeading('Acme Logistics')
  const id = await organizationId(world)
  const status = within(await screen.findByRole('group', { name: 'Devices by status' }))
  const ofOrganization = `belongs_to__application/any(a:a/organization eq ${id})`
  const countOf = async (where: string) =>
    (await world.rows(`/v7/device?$select=id&$filter=${ofOrganization} and ${where}`, 'ada')).length
  const away = status.getByRole('link', { name: /^Disconnected/ })
  expect(away.textContent).toBe(`Disconnected ${await countOf("overall_status eq 'disconnected'")}`)
  expect(away.getAttribute('href')).toBe(`/orgs/${id}/insights?q=status%20%3D%20disconnected`)

  const trouble = within(await screen.findByRole('list', { name: 'Needs attention' }))
  expect(trouble.getAllByRole('link', { name: /^[a-z-]+$/ }).map(({ textContent }) => textContent)).toEqual([
    'cold-chain-eu',
    'kiosk-lobby',
    'silo-sensors',
  ])
  await userEvent.click(
    trouble.getByRole('link', { name: 'Show devices that need attention: kiosk-lobby (1)' }),
  )
  await waitFor(() => expect(address()).toMatch(/^\/fleets\/\d+\/devices\?status=attention$/))
})

test.each([
  ['an administrator', 'ada', 1],
  ['a member without the right to the billing', 'olive', 0],
] as const)('%s sees the next bill on the summary, or nothing of it', async (_who, as, bills) => {
  const { asked } = await openWorld(below(''), { as })
  await findHeading('Acme Logistics')
  await screen.findByRole('group', { name: 'Devices by status' })
  const panels = screen.queryAllByRole('region', { name: 'Next bill' })
  expect(panels).toHaveLength(bills)
  for (const panel of panels) {
    expect(await within(panel).findByText('$1,328.00')).toBeVisible()
    const link = within(panel).getByRole('link', { name: 'Open billing' })
    expect(link.getAttribute('href')).toMatch(/^\/orgs\/\d+\/billing$/)
  }
  expect(asked.some(({ url }) => url.includes('/billing/v1/'))).toBe(bills > 0)
})

test('the palette lists the pages of the current organization', async () => {
  await openWorld(below('/teams'))
  await findHeading('Teams')
  await userEvent.keyboard('{Control>}k{/Control}')
  const pages = within(await screen.findByRole('group', { name: 'Pages of Acme Logistics' }))
  await userEvent.click(pages.getByRole('option', { name: /^Members/ }))
  await findHeading('Members')
  expect(address()).toMatch(/^\/orgs\/\d+\/members$/)
})

test('an administrator renames an organization, and its name changes everywhere [ORG-009]', async () => {
  const { world } = await openWorld(below(''))
  await findHeading('Acme Logistics')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  const dialog = await dialogNamed('Rename Acme Logistics')
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(name.value).toBe('Acme Logistics')
  const submit = () => dialog.getByRole('button', { name: 'Rename' })
  expect(reasonOf(submit())).toBe('This is already its name')
  await userEvent.clear(name)
  await write(name, 'Acme Freight')
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  await findHeading('Acme Freight')
  expect(
    within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getByText('Acme Freight'),
  ).toBeVisible()
  expect(await world.rows("/v7/organization?$select=name&$filter=handle eq 'acme_logistics'", 'ada')).toEqual(
    [{ name: 'Acme Freight' }],
  )
})

test('before an image is selected, the command for the logo has a placeholder', async () => {
  await openWorld(below(''))
  await findHeading('Acme Logistics')
  await userEvent.click(screen.getByRole('button', { name: 'Change logo' }))
  const dialog = await dialogNamed('Change the logo')
  await userEvent.click(dialog.getByText('Show as a command'))
  expect(await dialog.findByText(/-F 'logo_image=@logo\.png'/)).toBeVisible()
})

test('a member may neither rename nor delete an organization, but leave it [ORG-004, ORG-009, ORG-011]', async () => {
  const { world } = await openWorld(below(''), { as: 'mel' })
  await findHeading('Acme Logistics')
  expect(reasonOf(screen.getByRole('button', { name: 'Rename' }))).toContain('Member')
  expect(reasonOf(screen.getByRole('button', { name: 'Change logo' }))).toContain('Member')
  expect(screen.queryByRole('button', { name: 'Delete organization' })).toBeNull()
  const leave = screen.getByRole('button', { name: 'Leave organization' })
  await waitFor(() => expect(reasonOf(leave)).toBeUndefined())
  await userEvent.click(leave)
  const ask = await dialogNamed('Leave Acme Logistics?')
  await userEvent.click(ask.getByRole('button', { name: 'Leave organization' }))
  await findHeading('Organizations')
  expect(address()).toBe('/orgs')
  expect(await screen.findByText('You have left Acme Logistics')).toBeVisible()
  expect(await screen.findByText('The organizations that you belong to appear here')).toBeVisible()
  const where = `user/any(u:u/username eq 'mel')`
  expect(await world.rows(`/v7/organization_membership?$select=id&$filter=${where}`, 'ada')).toEqual([])
})

test('Ada cannot leave an organization that only she administers but may delete it; she may leave one that Devi also administers [ORG-004, ORG-010, ORG-011, ORG-012]', async () => {
  const { world } = await openWorld('/orgs', { scenario: 'last-administrator' })
  await findHeading('Organizations')
  let menu = await openMenu('Acme Logistics')
  await waitFor(() =>
    expect(menu.getByRole('menuitem', { name: /^Leave organization/ }).textContent).toContain(
      'You are the only administrator.',
    ),
  )
  const leave = menu.getByRole('menuitem', { name: /^Leave organization/ })
  expect(leave.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(leave)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await menu.findByRole('menuitem', { name: 'Delete organization' })).toBeVisible()
  await userEvent.keyboard('{Escape}')

  menu = await openMenu('Tidewater Research')
  expect(menu.queryByRole('menuitem', { name: 'Delete organization' })).toBeNull()
  await userEvent.click(menu.getByRole('menuitem', { name: 'Leave organization' }))
  const ask = await dialogNamed('Leave Tidewater Research?')
  await userEvent.click(ask.getByRole('button', { name: 'Leave organization' }))
  await untilClosed()
  expect(await screen.findByText('You have left Tidewater Research')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Tidewater Research' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Acme Logistics' })).toBeVisible()
  expect(await world.rows('/v7/organization_membership?$select=id&$filter=user eq 1', 'ada')).toHaveLength(1)
})

test('users without access to the people of an organization are told so, instead of “0 members”', async () => {
  await openWorld(below(''), {
    as: 'pat',
    answer: ({ url }) =>
      /\/v7\/(organization_membership|team)\/\$count/.test(url) ? json({ d: 0 }) : undefined,
    change: (url, rows) => (url.includes('/v7/organization_membership?') ? [] : rows),
  })
  await findHeading('Acme Logistics')
  const cards = within(screen.getByRole('navigation', { name: 'Overview' }))
  expect(await cards.findByRole('link', { name: 'Members No access' })).toBeVisible()
  expect(cards.getByRole('link', { name: 'Teams No access' })).toBeVisible()
  await userEvent.click(cards.getByRole('link', { name: 'Members No access' }))
  await findHeading('Members')
  expect(screen.getByText('Unauthorized to view/edit')).toBeVisible()
  expect(screen.getByText('Only members of this organization can see who belongs to it.')).toBeVisible()
})

/** An image of a size: its first bytes are those of its type. */
function anImage(type: string, bytes: number): File {
  const content = new Uint8Array(bytes)
  const start = type === 'png' ? [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] : [0xff, 0xd8, 0xff, 0xe0]
  content.set(start.slice(0, bytes))
  return new File([content], `logo.${type}`, { type: `image/${type}` })
}
