import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { assert, expect, test, vi } from 'vitest'
import { address, findHeading, json, refuse } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name })
  const item = heading.closest('li')
  if (item === null) throw new Error(`No card of ${name}`)
  return within(item)
}
const sortOf = (column: string) =>
  screen.getByRole('columnheader', { name: column }).getAttribute('aria-sort')
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('fleets are cards with their devices, release, policy and tags [FLEET-001, ROUTE-049]', async () => {
  await openWorld('/fleets')
  await findHeading('Fleets')
  expect((await card('kiosk-lobby')).getByText('14')).toBeVisible()
  const harbor = await card('harbor-cams')
  expect(harbor.getByText('2.3.0')).toBeVisible()
  expect(harbor.getByText('Pinned')).toBeVisible()
  expect((await card('cold-chain-eu')).getByText('Tracking latest')).toBeVisible()
  expect(
    within(harbor.getByRole('list', { name: 'Tags of harbor-cams' })).getByText('env: prod'),
  ).toBeVisible()
})

test('a card shows its device counts by status [FLEET-006]', async () => {
  await openWorld('/fleets')
  const kiosk = await card('kiosk-lobby')
  expect(await kiosk.findByRole('img', { name: 'Devices of kiosk-lobby by status' })).toBeVisible()
  const numbers = kiosk.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(numbers).toEqual(expect.arrayContaining(['13 operational', '1 disconnected']))
  expect(kiosk.getByText('93 % operational')).toBeVisible()
})

test.each([
  ['apps', /\?.*is_of__class eq 'app'/],
  ['blocks', /\?.*is_of__class eq 'block'/],
])('/%s lists only that class [ROUTE-049]', async (list, question) => {
  const { asked } = await openWorld(`/${list}`)
  await findHeading(list === 'apps' ? 'Apps' : 'Blocks')
  expect(asked.some(({ url }) => question.test(readable(url)) && url.includes('$top=50'))).toBe(true)
  expect(screen.queryByText('cold-chain-eu')).toBeNull()
})

test('the text filter is in the URL and runs on the platform', async () => {
  const { asked } = await openWorld('/fleets')
  await findHeading('Fleets')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter fleets' }), 'Kiosk')
  await waitFor(() => expect(names()).toEqual(['kiosk-lobby']))
  expect(address()).toBe('/fleets?q=Kiosk')
  expect(asked.some(({ url }) => readable(url).includes("contains(tolower(app_name),'kiosk')"))).toBe(true)
})

test('an empty filtered list offers to clear the filter', async () => {
  await openWorld('/fleets?q=nowhere')
  expect(await screen.findByText('No fleets match this filter')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show all fleets' }))
  await card('cold-chain-eu')
  expect(address()).toBe('/fleets')
  expect(screen.getByRole('main')).toHaveFocus()
})

test('fleets are filtered by device type', async () => {
  await openWorld('/fleets')
  await userEvent.click(await screen.findByRole('button', { name: /^Device type/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Intel NUC' }))
  await waitFor(() => expect(names()).toEqual(['kiosk-lobby']))
  expect(address()).toContain('type=')
})

test('more than twelve fleets are a table, also while filtered; a button switches to cards [OPS-066]', async () => {
  await openWorld(async (world) => {
    const [type] = await world.rows("/v7/device_type?$filter=slug eq 'intel-nuc'&$select=id", 'ada')
    const [owner] = await world.rows("/v7/organization?$filter=name eq 'Acme Logistics'&$select=id", 'ada')
    for (let nth = 1; nth <= 6; nth += 1) {
      await world.request('/v7/application', {
        as: 'ada',
        method: 'POST',
        body: { app_name: `site-${nth}`, is_for__device_type: type?.id, organization: owner?.id },
      })
    }
    return '/fleets'
  })
  await screen.findByRole('table', { name: 'Fleets' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter fleets' }), 'cold')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(screen.getByRole('table', { name: 'Fleets' })).toBeVisible()
  await userEvent.click(screen.getByText('Cards'))
  await card('cold-chain-eu')
  expect(screen.queryByRole('table', { name: 'Fleets' })).toBeNull()
})

test('the table view is in the URL and sorted by the platform', async () => {
  await openWorld('/fleets?view=table')
  await screen.findByRole('table', { name: 'Fleets' })
  await userEvent.click(screen.getByRole('button', { name: 'Devices' }))
  await waitFor(() => expect(sortOf('Devices')).toBe('ascending'))
  await userEvent.click(screen.getByRole('button', { name: 'Devices' }))
  await waitFor(() => expect(address()).toBe('/fleets?view=table&sort=devices%3Adesc'))
  await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('cold-chain-eu'))
  expect(sortOf('Devices')).toBe('descending')
})

test('the list is sorted by trouble when asked, and says so in the URL; its table has the line of the last day', async () => {
  await openWorld('/fleets', { simulated: true })
  await findHeading('Fleets')
  await userEvent.click(screen.getByRole('button', { name: /^Sort/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Trouble' }))
  await waitFor(() => expect(address()).toBe('/fleets?sort=trouble%3Adesc'))
  const first = () => screen.getAllByRole('heading', { level: 2 })[0]?.textContent
  // All its devices are connected, but two of them need attention.
  await waitFor(() => expect(first()).toBe('cold-chain-eu'))
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
  const row = (await screen.findByRole('link', { name: 'kiosk-lobby' })).closest('tr')
  if (row === null) throw new Error('No row')
  expect(
    await within(row).findByRole('img', { name: /^Operational in the last 24 hours: now 93 %/ }),
  ).toBeVisible()
})

test('the first screen says how many devices need attention, how many of them are new, and in which fleets', async () => {
  const { world, asked } = await openWorld('/fleets', { scenario: 'bad-release', simulated: true })
  const strip = within(await screen.findByRole('group', { name: 'All fleets at a glance' }))
  const issues = "update_status eq 'rejected' or image_install/any(ii:ii/status eq 'restarting')"
  const unwell = await world.count(`/v7/device/$count?$filter=${issues}`, 'ada')
  expect(unwell).toBeGreaterThan(300)
  const told = await strip.findByText(/^need attention · \d+ new today$/)
  expect(told.closest('p')).toHaveTextContent(String(unwell))
  const fleet = await card('cold-chain-eu')
  const link = fleet.getByRole('link', { name: `${unwell} need attention` })
  expect(link.getAttribute('href')).toMatch(/\/devices\?status=attention$/)
  expect((await card('kiosk-lobby')).queryByRole('link', { name: /need/ })).toBeNull()
  // Nothing is asked twice for it.
  expect(
    asked.filter(({ url }) => /update_status/.test(readable(url)) && url.includes('/v7/device')),
  ).toHaveLength(1)
})

test('a list that goes on after its first page is not sorted by trouble', async () => {
  await openWorld('/fleets?sort=trouble%3Adesc&view=table', {
    // A page is full with 50 fleets.
    change(url, rows) {
      if (!url.includes('/v7/application?') || !url.includes('$top=50')) return rows
      const others = Array.from({ length: 50 - rows.length }, (_, index) => ({
        ...rows[0],
        id: 9_000 + index,
        app_name: `zz-${index}`,
      }))
      return [...rows, ...others]
    },
    answer: ({ url }) => (url.includes('/v7/application/$count') ? json({ d: 60 }) : undefined),
  })
  const name = await screen.findByRole('columnheader', { name: /^Name/ })
  expect(name).toHaveAttribute('aria-sort', 'ascending')
  const [, first] = screen.getAllByRole('row')
  await within(first ?? name).findByRole('link', { name: 'bench-lab' })
})

test('an administrator without fleets is offered to create one', async () => {
  await openWorld('/fleets', { scenario: 'empty-account' })
  expect(await screen.findByText('Your fleets appear here')).toBeVisible()
  expect(await screen.findByText('Create a fleet, then add devices to it.')).toBeVisible()
  const main = within(screen.getByRole('main'))
  const steps = within(main.getByRole('list', { name: 'First steps' })).getAllByRole('listitem')
  expect(steps.map((step) => step.querySelector('strong')?.textContent)).toEqual([
    'Create a fleet',
    'Add a device',
    'Deploy a release',
  ])
  const [, create] = await main.findAllByRole('button', { name: 'Create fleet' })
  if (create === undefined) throw new Error('The empty list offers nothing')
  await userEvent.click(create)
  expect(await screen.findByRole('dialog', { name: 'Create a fleet' })).toBeVisible()
  expect(address()).toBe('/fleets?create=new')
})

test('a user who may not create a fleet and has none sees whom to ask', async () => {
  await openWorld('/fleets', { scenario: 'empty-account', as: 'olive' })
  expect(await screen.findByText(/^An administrator of your organization can create a fleet/)).toBeVisible()
  expect(screen.queryByText('Create a fleet, then add devices to it.')).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Create fleet' })).toHaveLength(1)
})

test('a support agent sees how to open the fleets of customers', async () => {
  await openWorld('/fleets', { scenario: 'support-access', as: 'sue' })
  expect(await screen.findByText(/ask for support access and a link/)).toBeVisible()
  expect(screen.queryByText(/administrator of your organization/)).toBeNull()
})

test('devices that reject a release or with a crashing service are operational in the list, and need attention in the summary', async () => {
  const { world } = await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`, {
    scenario: 'bad-release',
  })
  const of = "/v7/device/$count?$filter=belongs_to__application/app_name eq 'cold-chain-eu'"
  const rejected = await world.count(`${of} and update_status eq 'rejected'`, 'ada')
  expect(rejected).toBeGreaterThan(200)
  const crashing = "image_install/any(ii:ii/status eq 'restarting')"
  expect(await world.count(`${of} and ${crashing}`, 'ada')).toBeGreaterThan(40)
  const list = await screen.findByRole('list', { name: 'Needs attention' })
  expect(list.textContent).toMatch(/Update rejected/)
  const unwell = await world.count(`${of} and (update_status eq 'rejected' or ${crashing})`, 'ada')
  const all = await screen.findByRole('link', { name: `Show all ${unwell}` })
  expect(all.getAttribute('href')).toMatch(/\?status=attention$/)
  // The first panel does not say only that all are operational.
  const overview = within(screen.getByRole('group', { name: 'Devices by status' }))
  expect(overview.getByRole('link', { name: `${unwell} need attention` })).toBeVisible()
  expect(await world.count(`${of} and overall_status eq 'operational'`, 'ada')).toBeGreaterThan(2300)
})

test('a list that fails to load can be retried', async () => {
  let broken = true
  await openWorld('/fleets', {
    answer: (request) =>
      broken && request.url.includes('/v7/application?') && request.url.includes('$top=50')
        ? refuse(500)
        : undefined,
  })
  expect(await screen.findByText('The fleets could not be loaded')).toBeVisible()
  broken = false
  screen.getByRole('button', { name: 'Retry' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  // The button was removed with the error, but the focus is not lost.
  expect(screen.getByRole('main')).toHaveFocus()
  await card('cold-chain-eu')
})

test('a fleet opens on its summary, with breadcrumbs and tabs [FLEET-008, ROUTE-051]', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`)
  await findHeading('cold-chain-eu')
  await waitFor(() => expect(document.title).toBe('cold-chain-eu · Flotilla'))
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Acme Logistics',
    'Fleets',
    'cold-chain-eu',
  ])
  const tabs = within(screen.getByRole('navigation', { name: 'Fleet sections' }))
  expect(tabs.getByRole('link', { name: 'Summary' }).getAttribute('aria-current')).toBe('page')
  expect(tabs.getByRole('link', { name: 'Devices' })).toBeVisible()
})

test('each status of the summary links to its devices [FLEET-006]', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'kiosk-lobby')}`)
  const list = await screen.findByRole('list', { name: 'Devices by status' })
  const away = within(list).getByRole('link', { name: /Disconnected\s*1/ })
  await userEvent.click(away)
  await findHeading('Devices')
  expect(address()).toMatch(/\/devices\?status=disconnected$/)
  const table = await screen.findByRole('table', { name: 'Devices of this fleet' })
  expect(within(table).getAllByRole('row')).toHaveLength(2)
})

test('the summary groups the devices that need attention by issue, with a link to exactly those devices [OPS-111]', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'kiosk-lobby')}`)
  const list = await screen.findByRole('list', { name: 'Needs attention' })
  const offline = within(list)
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent?.includes('Offline'))
  assert(offline)
  expect(offline).toHaveTextContent(/Critical.*Offline.*since.*1/)
  const [device] = within(offline).getAllByRole('link')
  expect(device?.getAttribute('href')).toMatch(/^\/devices\/[0-9a-f]{32}$/)
  const name = device?.textContent ?? ''
  await userEvent.click(within(offline).getByRole('link', { name: 'Show devices: Offline (1)' }))
  const table = await screen.findByRole('table', { name: 'Devices of this fleet' })
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2))
  expect(within(table).getByRole('link', { name })).toBeVisible()
})

test('the summary of a small fleet reads its devices once, and counts nothing on the platform', async () => {
  const { asked } = await openWorld(async (world) => `/fleets/${await fleetId(world, 'kiosk-lobby')}`)
  await screen.findByRole('img', { name: 'Devices of kiosk-lobby by status' })
  expect(screen.getByRole('link', { name: 'Disconnected 1' })).toBeVisible()
  const ofDevices = asked.filter(({ url }) =>
    /\/v7\/device(\/|\?).*belongs_to__application eq \d/.test(readable(url)),
  )
  expect(ofDevices.map(({ url }) => url.includes('$count'))).toEqual([false])
  // Other rows need nothing more, and are in the URL.
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Rows' }), 'By release')
  const rows = within(await screen.findByRole('list', { name: 'Devices of kiosk-lobby: By release' }))
  const shown = rows.getAllByRole('listitem').map((row) => Number(row.querySelector('b')?.textContent))
  expect(shown.reduce((sum, count) => sum + count, 0)).toBe(14)
  expect(address()).toMatch(/\?rows=release$/)
  // By status, for those who do not see the cells.
  expect(rows.getAllByRole('img', { name: /^1\.0\.9: (\w+ \d+(, )?)+$/ })).toHaveLength(1)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), 'By location')
  const places = within(await screen.findByRole('list', { name: 'Devices of kiosk-lobby: By location' }))
  const found = places.getAllByRole('listitem').map((row) => Number(row.querySelector('b')?.textContent))
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(14)
  expect(address()).toMatch(/\?rows=location$/)
  expect(asked.filter(({ url }) => url.includes('/v7/device?') && url.includes('os_version'))).toHaveLength(1)
})

test('the newest releases show their result and how many devices run each', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`)
  const table = await screen.findByRole('table', { name: 'Recent releases' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows).toHaveLength(5)
  const target = rows.find(({ textContent }) => textContent?.includes('target'))
  expect(target?.textContent).toContain('4.12.1')
  expect(target?.textContent).toContain('Succeeded')
  // On a small screen without table header, the number is followed by its unit.
  const devices = rows.map((row) => row.querySelector('[data-unit]'))
  for (const cell of devices) {
    expect(cell?.getAttribute('data-unit')).toBe(cell?.textContent === '1' ? 'device' : 'devices')
  }
})

test('the tags of a fleet are edited in a dialog with validation', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`)
  const edit = await screen.findByRole('button', { name: 'Edit tags' })
  await waitFor(() => expect(edit.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(edit)
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  const key = dialog.getByRole('textbox', { name: 'Tag name' })
  expect(dialog.queryByRole('alert')).toBeNull()
  // A name is validated when the user adds it.
  await userEvent.type(key, 'two words')
  expect(dialog.queryByText('A tag name cannot contain spaces.')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Add tag' }))
  expect(dialog.getByText('A tag name cannot contain spaces.')).toBeVisible()
  await userEvent.clear(key)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an id that is not a number shows an error and redirects one level up [ROUTE-052, ROUTE-053]', async () => {
  await openWorld('/blocks/seven/devices')
  await findHeading('Blocks')
  expect(address()).toBe('/blocks')
  expect(await screen.findByText('Invalid id passed in URL: seven')).toBeVisible()
})

test.each(['999999', '99999999999'])(
  'a fleet %s that does not exist redirects to the fleets [ROUTE-054]',
  async (id) => {
    await openWorld(`/fleets/${id}`)
    await findHeading('Fleets')
    expect(address()).toBe('/fleets')
  },
)

test('a fleet that is deleted while it is shown redirects to the fleets', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  let isDeleted = false
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'kiosk-lobby')}`, {
    answer: (request) =>
      isDeleted && /\/v7\/application\(\d+\)/.test(request.url) ? Response.json({ d: [] }) : undefined,
  })
  await findHeading('kiosk-lobby')
  isDeleted = true
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  await findHeading('Fleets')
  expect(await screen.findByText(/^This fleet was deleted/)).toBeVisible()
})

test('the list is polled every 8 s, and the cards stay meanwhile [FLEET-003]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { newRequests } = await openWorld('/fleets')
  await card('cold-chain-eu')
  const lists = () => newRequests().filter((asked) => asked.includes('$top=50')).length
  expect(lists()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(7_000))
  expect(lists()).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(lists()).toBe(1)
  await card('cold-chain-eu')
})

test('a wrong class in the URL is corrected [ROUTE-057]', async () => {
  await openWorld(async (world) => `/apps/${await fleetId(world, 'cold-chain-eu')}?seed=1`)
  await findHeading('cold-chain-eu')
  expect(address()).toMatch(/^\/fleets\/\d+\?seed=1$/)
})

test('a block has no devices tab, and shows how to reference its image [CONST-002]', async () => {
  let slug = ''
  await openWorld(async (cloud) => {
    const [block] = await cloud.rows("/v7/application?$select=id,slug&$filter=is_of__class eq 'block'", 'ada')
    slug = String(block?.['slug'])
    return `/fleets/${String(block?.id)}/devices`
  })
  const tabs = within(await screen.findByRole('navigation', { name: 'Fleet sections' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Summary',
    'Releases',
    'Members',
    'Teams',
    'Settings',
  ])
  expect(address()).toMatch(/^\/blocks\/\d+/)
  expect(await screen.findByText(`bh.cr/${slug}`)).toBeVisible()
})
