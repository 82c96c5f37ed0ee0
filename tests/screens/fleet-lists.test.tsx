import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { address, findHeading } from './open-app.tsx'
import { fleetId, openWorld } from './open-world.tsx'
import { reasonOf, writes } from './variable-screens.ts'

const select = (name: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
const actions = () => within(screen.getByRole('group', { name: 'Actions for the selection' }))
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

async function idOf(world: TestCloud, resource: string, where: string) {
  const [row] = await world.rows(`/v7/${resource}?$select=id&$filter=${where}`, 'ada')
  return Number(row?.['id'])
}

test('the device type of several fleets changes at once, if they share an architecture [FLEET-002, FLEET-063, CALL-036]', async () => {
  const { world, asked } = await openWorld('/fleets?view=table')
  await screen.findByRole('table', { name: 'Fleets' })
  await select('cold-chain-eu')
  await select('kiosk-lobby')
  const change = () => actions().getByRole('button', { name: 'Change default device type' })
  await waitFor(() =>
    expect(reasonOf(change())).toBe('The chosen applications differ in their CPU architecture'),
  )
  await userEvent.click(change())
  expect(screen.queryByRole('dialog')).toBeNull()

  await select('kiosk-lobby')
  await select('depot-pilot')
  expect(screen.getByText('2 selected')).toBeDefined()
  await waitFor(() => expect(reasonOf(change())).toBeUndefined())
  await userEvent.click(change())
  const dialog = await dialogNamed('Change the default device type')
  const field = dialog.getByRole('combobox', { name: 'Default device type' })
  await within(field).findByRole('option', { name: 'Raspberry Pi 5' })
  expect(within(field).queryByRole('option', { name: 'Intel NUC' })).toBeNull()
  await userEvent.selectOptions(field, 'Raspberry Pi 5')
  await userEvent.click(dialog.getByRole('button', { name: 'Change device type' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(asked)).toEqual([
    expect.stringMatching(/^PATCH \/v7\/application\?\$filter=id in \(\d+,\d+\)$/),
  ])
  const types = await world.rows(
    "/v7/application?$select=id&$expand=is_for__device_type($select=slug)&$filter=app_name in ('cold-chain-eu','depot-pilot')",
    'ada',
  )
  expect(types.map((row) => row['is_for__device_type'])).toEqual([
    [{ slug: 'raspberrypi5' }],
    [{ slug: 'raspberrypi5' }],
  ])
})

test('several fleets are deleted in one request once their count is typed [FLEET-002, CALL-009]', async () => {
  const { asked } = await openWorld('/fleets?view=table')
  await screen.findByRole('table', { name: 'Fleets' })
  await select('depot-pilot')
  await select('tram-displays')
  await userEvent.click(actions().getByRole('button', { name: 'Delete' }))
  const dialog = await dialogNamed('Delete 2 fleets?')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'depot-pilot',
    'tram-displays',
  ])
  await userEvent.type(dialog.getByRole('textbox'), '2')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 fleets are deleted')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select depot-pilot' })).toBeNull())
  expect(writes(asked)).toHaveLength(1)
})

test('a selection that holds a fleet on which the role does not allow it says which', async () => {
  const { asked } = await openWorld('/fleets?view=table', { as: 'olive' })
  await screen.findByRole('table', { name: 'Fleets' })
  await select('cold-chain-eu')
  const remove = () => actions().getByRole('button', { name: 'Delete' })
  await waitFor(() =>
    expect(reasonOf(remove())).toBe('Your role (Observer) on cold-chain-eu does not allow this'),
  )
  await userEvent.click(remove())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(writes(asked)).toEqual([])
})

test('a list is narrowed to an organization, a team or a member, and says so [ROUTE-050]', async () => {
  const { world } = await openWorld(
    async (cloud) =>
      `/fleets?organization=${await idOf(cloud, 'organization', "handle eq 'tidewater_research'")}`,
  )
  await findHeading('Fleets')
  await waitFor(() => expect(names()).toEqual(['tide-buoys']))
  expect(await screen.findByText('Tidewater Research', { selector: 'b' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Remove filter/ }))
  await waitFor(() => expect(names().length).toBeGreaterThan(3))
  expect(address()).toBe('/fleets')
  expect(await idOf(world, 'team', "name eq 'Firmware'")).toBeGreaterThan(0)
})

test.each([
  ['team', 'Firmware', (world: TestCloud) => idOf(world, 'team', "name eq 'Firmware'")],
  ['member', 'olive', (world: TestCloud) => idOf(world, 'user', "username eq 'olive'")],
] as const)('a list of one %s holds what it reaches directly [ROUTE-050]', async (kind, name, id) => {
  const { asked } = await openWorld(async (world) => `/fleets?${kind}=${await id(world)}`, {
    scenario: 'limited-roles',
  })
  await findHeading('Fleets')
  expect(await screen.findByText(name, { selector: 'b' })).toBeDefined()
  const filter = kind === 'team' ? 'taa/team eq' : 'uam/user eq'
  expect(asked.some(({ url }) => decodeURIComponent(url).includes(filter))).toBe(true)
  if (kind === 'member') await waitFor(() => expect(names()).toEqual(['cold-chain-eu']))
})

test('an image for a device of the fleet is downloaded with progress, or the configuration alone [DEVLIST-013, DEVLIST-017, FLEET-029, PERM-064]', async () => {
  const saved: number[] = []
  URL.createObjectURL = (content: Blob) => {
    saved.push(content.size)
    return 'blob:test'
  }
  URL.revokeObjectURL = () => {}
  const wished: URLSearchParams[] = []
  const { asked } = await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`, {
    // jsdom cannot pack files, so an image of a few bytes stands in for that of the cloud.
    async answer(request) {
      if (!request.url.endsWith('/download')) return undefined
      wished.push(new URLSearchParams(await request.text()))
      return new Response(new Uint8Array(2048), {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Length': '2048',
          'Content-Disposition': 'attachment; filename="flotilla-cold-chain-eu.img.zip"',
        },
      })
    },
  })
  await findHeading('cold-chain-eu')
  await userEvent.click(screen.getByRole('button', { name: 'Add device' }))
  expect(address()).toMatch(/add=device/)
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  const type = dialog.getByRole('combobox', { name: 'Device type' })
  await within(type).findByRole('option', { name: 'Raspberry Pi 5' })
  expect(within(type).queryByRole('option', { name: 'Intel NUC' })).toBeNull()
  const version = await dialog.findByRole('combobox', { name: 'OS version' })
  expect((version as HTMLSelectElement).selectedOptions[0]?.text).toBe('6.1.0 (recommended)')
  expect(await dialog.findByText(/MiB to download$/)).toBeDefined()
  expect(await dialog.findByText('Write the OS file you downloaded to your media.')).toBeDefined()

  await userEvent.click(dialog.getByRole('radio', { name: 'Wi-Fi and Ethernet' }))
  const download = () => dialog.getByRole('button', { name: 'Download image' })
  expect(reasonOf(download())).toBe('A Wi-Fi name is required.')
  await userEvent.click(dialog.getByRole('radio', { name: 'Ethernet only' }))
  await userEvent.click(download())
  expect(await screen.findByText(/\.img\.zip is downloaded$/)).toBeDefined()
  expect(saved).toEqual([2048])
  expect(wished[0]?.get('version')).toBe('6.1.0')
  expect(wished[0]?.get('network')).toBe('ethernet')
  expect(wished[0]?.get('developmentMode')).toBe('false')
  await userEvent.click(dialog.getByRole('button', { name: 'Configuration file only' }))
  expect(await screen.findByText('cold-chain-eu.config.json is saved')).toBeDefined()
  expect(asked.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
    '/download',
    '/download-config',
  ])
})

test('a free plan that is used up adds no device and says what to do [ERR-042]', async () => {
  const { asked } = await openWorld(
    async (world) => `/fleets/${await fleetId(world, 'tide-buoys')}?add=device`,
    { scenario: 'free-plan-over' },
  )
  const dialog = await dialogNamed('Add a device to tide-buoys')
  expect(
    await dialog.findByText(
      'There are 14 devices, but the free plan allows 10. Those beyond are frozen. Upgrade the plan to add more devices.',
    ),
  ).toBeDefined()
  const download = dialog.getByRole('button', { name: 'Download image' })
  expect(reasonOf(download)).toContain('the free plan allows 10')
  await userEvent.click(download)
  expect(asked.some(({ url }) => url === '/download')).toBe(false)
})

test('who may not add devices learns why [PERM-064]', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`, { as: 'olive' })
  await findHeading('cold-chain-eu')
  await waitFor(() =>
    expect(reasonOf(screen.getByRole('button', { name: 'Add device' }))).toContain('Observer'),
  )
})
