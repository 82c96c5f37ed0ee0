import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('fleets are shown as cards and as a table, and the address keeps the choice [FLEET-001, FLEET-006, ROUTE-049]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const cards = page.getByRole('list', { name: 'Fleets' })
  const harbor = cards
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'harbor-cams' }) })
  await expect(harbor).toContainText('18 devices')
  await expect(harbor).toContainText('18 operational')
  await expect(harbor).toContainText('2.3.0')
  await expect(harbor).toContainText('Pinned')
  await expect(harbor.getByRole('img', { name: 'Devices of harbor-cams by status' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click()
  const row = page.getByRole('table', { name: 'Fleets' }).getByRole('row', { name: /harbor-cams/ })
  await expect(row.getByRole('cell', { name: '18', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/view=table/)
  await expectAccessible(page)

  await page.reload()
  await expect(row).toBeVisible()
  await row.getByRole('link', { name: 'harbor-cams' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'harbor-cams' })).toBeVisible()
})

test('a filter narrows the list and is kept in the address, and back and forward work', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const names = page.getByRole('list', { name: 'Fleets' }).getByRole('heading', { level: 2 })
  await expect(names).not.toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Filter fleets' })).toBeFocused()
  await page.keyboard.type('si')
  await expect(names).toHaveText(['silo-sensors'])
  await expect(page).toHaveURL(/[?&]q=si(&|$)/)

  await names.getByRole('link', { name: 'silo-sensors' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'silo-sensors' })).toBeVisible()
  await page.goBack()
  await expect(names).toHaveText(['silo-sensors'])
  await expect(page.getByRole('searchbox', { name: 'Filter fleets' })).toHaveValue('si')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'silo-sensors' })).toBeVisible()

  await world.visit(`${paths.fleets()}?q=no-such-fleet`)
  await expect(page.getByText('No fleets match this filter')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(names).not.toHaveCount(0)
  await expect(page).not.toHaveURL(/q=/)
})

test('a device type and an order are selected from menus, and undone with back', async ({ page, world }) => {
  await world.open('first-look')
  const names = page.getByRole('list', { name: 'Fleets' }).getByRole('heading', { level: 2 })
  await page.getByRole('button', { name: /^Sort/ }).click()
  const byDevices = page
    .getByRole('menuitem', { name: 'Devices' })
    .or(page.getByRole('menuitemradio', { name: 'Devices' }))
  await expect(byDevices).toBeVisible()
  await expectAccessible(page)
  await byDevices.click()
  await expect(page).toHaveURL(/sort=/)
  await expect(names.first()).toHaveText('depot-pilot')
  await page.goBack()
  await expect(names.first()).toHaveText('bench-lab')

  await page.getByRole('button', { name: /^Device type/ }).click()
  const choice = { name: 'NVIDIA Jetson Orin Nano' }
  await page.getByRole('menuitem', choice).or(page.getByRole('menuitemradio', choice)).click()
  await expect(names).toHaveText(['harbor-cams'])
  await expect(page).toHaveURL(/type=jetson-orin-nano/)
})

test(
  'an organization without fleets shows where they will appear',
  { tag: '@release' },
  async ({ page, world }) => {
    await world.open('first-look', { as: 'mel' })
    await expect(page.getByText('Your fleets appear here')).toBeVisible()
    await expectAccessible(page)
  },
)

test('apps are hidden in the sidebar until they are enabled; their list is reachable by address [SHELL-010, ROUTE-049, ROUTE-058]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await expect(sidebar.getByRole('link', { name: /Blocks/ })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: /Apps/ })).toHaveCount(0)
  await sidebar.getByRole('link', { name: /Blocks/ }).click()
  await expect(page.getByRole('list', { name: 'Blocks' }).getByRole('heading')).toHaveText([
    'edge-metrics',
    'wifi-setup',
  ])

  await world.visit(paths.apps())
  await page.getByRole('link', { name: 'label-printer' }).click()
  await expect(page).toHaveURL(/\/apps\/\d+$/)
  await expect(page.getByRole('navigation', { name: 'Fleet sections' }).getByRole('link')).toHaveText([
    'Summary',
    'Releases',
    'Members',
    'Teams',
    'Settings',
  ])
})

test(
  'an address with the wrong class of application redirects to the right one [ROUTE-057]',
  { tag: '@release' },
  async ({ page, world }) => {
    await world.open('first-look')
    const block = await world.fleet('edge-metrics')
    await world.visit(paths.fleet(block))
    await expect(page.getByRole('heading', { level: 1, name: 'edge-metrics' })).toBeVisible()
    await expect(page).toHaveURL(paths.application(block, 'block'))
  },
)

test("a fleet's summary links each number to its devices [FLEET-006, FLEET-008, ROUTE-051, SHELL-012]", async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await page.getByRole('link', { name: 'kiosk-lobby' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'kiosk-lobby' })).toBeVisible()
  await expect(page).toHaveTitle(/kiosk-lobby/)
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Acme Logistics')
  await expect(page.getByRole('region', { name: 'Target release' })).toContainText('Tracking latest')
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('Offline')
  await expect(
    page.getByRole('table', { name: 'Recent releases' }).getByRole('row', { name: /1\.0\.9/ }),
  ).toContainText('target')
  await expectAccessible(page)

  await page.getByRole('link', { name: /^Disconnected 1$/ }).click()
  await expect(page).toHaveURL(/\/devices\?status=disconnected$/)
  await expect(page.getByRole('table', { name: 'Devices of this fleet' }).getByRole('row')).toHaveCount(2)
})

test('the command palette finds a fleet and a device by part of the name', async ({ page, world }) => {
  await world.open('first-look')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Search or jump to' })
  await expect(field).toBeFocused()
  await field.fill('tram')
  await expect(page.getByRole('option', { name: /tram-displays/ })).toBeVisible()
  await expectAccessible(page)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'tram-displays' })).toBeVisible()

  const device = await world.deviceWhere('tram-displays', 'true')
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill(device.name)
  await page
    .getByRole('option', { name: new RegExp(device.name) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: device.name })).toBeVisible()
})
