import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { findHeading } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { captureSavedFiles } from '../saved-files.ts'
import {
  aDeviceOf,
  changeBar,
  reasonOf,
  rowNamed,
  serviceId,
  stageNew,
  stageValue,
  type KnownDevice,
  write,
  writes,
} from './variable-screens.ts'

const table = 'Variables of this device'
const fleet = 'cold-chain-eu'

/** Opens the device's variables, after changing the device. */
const page =
  (before: (world: TestCloud, device: KnownDevice) => Promise<unknown> = async () => undefined) =>
  async (world: TestCloud) => {
    const device = await aDeviceOf(world, fleet)
    await before(world, device)
    return `/devices/${device.uuid}/envvars`
  }

const set = (world: TestCloud, resource: string, body: object) =>
  world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })

const own = (world: TestCloud, { id }: KnownDevice) =>
  world.rows(
    `/v7/device_environment_variable?$select=name,value&$orderby=name asc&$filter=device eq ${id}`,
    'ada',
  )

async function ofService(world: TestCloud, { id }: KnownDevice) {
  const where = `service_install/any(si:si/device eq ${id})`
  return world.rows(
    `/v7/device_service_environment_variable?$select=name,value&$orderby=name asc&$filter=${where}`,
    'ada',
  )
}

test("a device's variables are listed with those of its fleet, and which value takes precedence [DVAR-001, DVAR-002]", async () => {
  await openWorld(
    page((world, { id: device }) =>
      set(world, 'device_environment_variable', { device, name: 'REPORT_EVERY_S', value: '5' }),
    ),
  )
  await findHeading('Variables')
  const mine = await rowNamed(table, 'REPORT_EVERY_S')
  expect(mine.getByText('5')).toBeVisible()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Fleet value')
  expect(mine.getByText('30').closest('del')).not.toBeNull()
  const ofFleet = await rowNamed(table, 'MQTT_HOST')
  expect(ofFleet.getByText('From the fleet')).toBeVisible()
  expect(ofFleet.queryByRole('button', { name: /Delete|Remove/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Add variable' })).toBeVisible()
  const tabs = within(screen.getByRole('navigation', { name: 'Device sections' }))
  expect(tabs.getByRole('link', { name: 'Variables' }).getAttribute('aria-current')).toBe('page')
})

test("a fleet's value for one service shows when the device's value for all services takes precedence", async () => {
  await openWorld(
    page(async (world) => {
      const service = await serviceId(world, fleet, 'uplink')
      await set(world, 'service_environment_variable', { service, name: 'MQTT_HOST', value: 'near' })
    }),
  )
  await findHeading('Variables')
  expect((await serviceRow('near')).getByText('From the fleet')).toBeVisible()
  await override('MQTT_HOST', 'local')
  expect((await serviceRow('near')).getByText(/Overridden by this device/)).toBeVisible()
})

test("a fleet's value is overridden on the device, and the override removed [DVAR-003, DVAR-012, DVAR-014, DVAR-016]", async () => {
  const { world, asked } = await openWorld(page())
  const device = await aDeviceOf(world, fleet)
  await findHeading('Variables')
  await userEvent.click(await screen.findByRole('button', { name: 'Override MQTT_HOST' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Override MQTT_HOST on this device' }))
  expect(dialog.getByText("The fleet's value is broker.acme-logistics.example")).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await override('MQTT_HOST', 'local')
  expect((await rowNamed(table, 'MQTT_HOST')).getByText('Added')).toBeVisible()
  await apply('1 change applied')
  expect(await own(world, device)).toEqual([{ name: 'MQTT_HOST', value: 'local' }])

  await stageValue('MQTT_HOST', 'other')
  expect((await rowNamed(table, 'MQTT_HOST')).getByText('Updated')).toBeVisible()
  await apply('1 change applied')
  expect(await own(world, device)).toEqual([{ name: 'MQTT_HOST', value: 'other' }])

  await userEvent.click(screen.getByRole('button', { name: 'Remove override of MQTT_HOST' }))
  expect((await rowNamed(table, 'MQTT_HOST')).getByText('Deleted')).toBeVisible()
  await apply('1 change applied')
  expect(await own(world, device)).toEqual([])
  expect(writes(asked)).toEqual([
    'POST /v7/device_environment_variable',
    expect.stringMatching(/^PATCH \/v7\/device_environment_variable\(\d+\)$/),
    expect.stringMatching(/^DELETE \/v7\/device_environment_variable\(\d+\)$/),
  ])
})

test('a variable of one service of the device is set, changed and removed [DVAR-013, DVAR-015, DVAR-017]', async () => {
  const { world, asked } = await openWorld(page())
  const device = await aDeviceOf(world, fleet)
  const uplink = await serviceId(world, fleet, 'uplink')
  await findHeading('Variables')
  await stageNew('QUEUE', '10', 'uplink')
  await apply('1 change applied')
  expect(await ofService(world, device)).toEqual([{ name: 'QUEUE', value: '10' }])
  await stageValue('QUEUE · uplink', '20')
  await apply('1 change applied')
  expect(await ofService(world, device)).toEqual([{ name: 'QUEUE', value: '20' }])
  await userEvent.click(screen.getByRole('button', { name: 'Delete QUEUE · uplink' }))
  await apply('1 change applied')
  expect(await ofService(world, device)).toEqual([])
  expect(writes(asked)).toEqual([
    'POST /v7/device_service_environment_variable',
    expect.stringMatching(/^PATCH \/v7\/device_service_environment_variable\(\d+\)$/),
    expect.stringMatching(/^DELETE \/v7\/device_service_environment_variable\(\d+\)$/),
  ])
  const looked = asked.some(({ url }) =>
    decodeURIComponent(url).includes(`device eq ${device.id} and installs__service eq ${uplink}`),
  )
  expect(looked).toBe(true)
})

test('all changes of a device are reverted after confirmation [DVAR-004]', async () => {
  const { asked } = await openWorld(page())
  await findHeading('Variables')
  await override('MQTT_HOST', 'local')
  await userEvent.click(changeBar().getByRole('button', { name: 'Revert all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert all changes?' }))
  expect(dialog.getByText('MQTT_HOST')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Revert all' }))
  expect(await screen.findByRole('button', { name: 'Override MQTT_HOST' })).toBeVisible()
  expect(writes(asked)).toEqual([])
})

test('a limited operator may add a variable, but not change or remove one [PERM-029, PERM-057, PERM-081]', async () => {
  await openWorld(
    page((world, { id: device }) =>
      set(world, 'device_environment_variable', { device, name: 'REPORT_EVERY_S', value: '5' }),
    ),
    { as: 'sol' },
  )
  await findHeading('Variables')
  expect(reasonOf(screen.getByRole('button', { name: 'Add variable' }))).toBeUndefined()
  const row = await rowNamed(table, 'REPORT_EVERY_S')
  for (const button of row.getAllByRole('button')) expect(reasonOf(button)).toContain('Limited operator')
})

test('an operator edits the variables of a device [PERM-008, PERM-080]', async () => {
  const { world } = await openWorld(page(), { as: 'omar' })
  await findHeading('Variables')
  await override('MQTT_HOST', 'local')
  await apply('1 change applied')
  expect(await own(world, await aDeviceOf(world, fleet))).toEqual([{ name: 'MQTT_HOST', value: 'local' }])
})

test('the lines of a file are shown with their effect before they are staged', async () => {
  await openWorld(page())
  await findHeading('Variables')
  await userEvent.click(screen.getByRole('button', { name: 'Import .env' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import variables from a .env file' }))
  expect(reasonOf(dialog.getByRole('button', { name: /^Add 0/ }))).toBe('There is nothing to import.')
  const file = new File(['# site\nSITE=4\nRESIN_X=1\nnonsense\nSITE=5\nexport DOOR="a b"\n'], '.env')
  await userEvent.upload(dialog.getByLabelText('File'), file, { applyAccept: false })
  const preview = await dialog.findByRole('table', { name: 'What will change' })
  const rows = within(preview).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2SITE4Will be added',
    '3RESIN_X1 Configuration variables are managed through the Configuration page.',
    '4 This line has no equals sign.',
    '5SITE5 Line 2 already has this name.',
    '6DOORa bWill be added',
  ])
  expect(dialog.getByText('3 lines skipped')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Add 2 changes' }))
  expect((await rowNamed(table, 'DOOR')).getByText('a b')).toBeVisible()
  expect(changeBar().getByText('2 changes not applied yet')).toBeVisible()
})

test('a file that is not text is rejected', async () => {
  await openWorld(page())
  await findHeading('Variables')
  await userEvent.click(screen.getByRole('button', { name: 'Import .env' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import variables from a .env file' }))
  await userEvent.upload(dialog.getByLabelText('File'), new File(['A=1\0\0'], '.env'), { applyAccept: false })
  expect(
    await dialog.findByText('This file could not be read. Choose a text file in UTF-8 or UTF-16.'),
  ).toBeVisible()
  // In the encoding of Windows the letter would silently become another.
  const ofWindows = new File([new Uint8Array([0x41, 0x3d, 0xfc])], '.env')
  await userEvent.upload(dialog.getByLabelText('File'), ofWindows, { applyAccept: false })
  expect(dialog.getByRole('textbox', { name: /^Lines/ })).toHaveValue('')
  await userEvent.upload(dialog.getByLabelText('File'), new File(['A=1\n'.repeat(250_001)], '.env'), {
    applyAccept: false,
  })
  expect(await dialog.findByText('This file is larger than 1 MB.')).toBeVisible()
  expect(dialog.queryByRole('table')).toBeNull()
  // As PowerShell writes a text to a file.
  const ofPowerShell = new File([new Uint8Array([0xff, 0xfe, 0x41, 0, 0x3d, 0, 0xfc, 0])], '.env')
  await userEvent.upload(dialog.getByLabelText('File'), ofPowerShell, { applyAccept: false })
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Lines/ })).toHaveValue('A=ü'))
  // A file that is gone leaves what is there.
  const moved = new File(['B=1'], '.env')
  moved.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  await userEvent.upload(dialog.getByLabelText('File'), moved, { applyAccept: false })
  expect(await dialog.findByText(/^The file could not be read\. It may have been moved/)).toBeVisible()
  expect(dialog.getByRole('textbox', { name: /^Lines/ })).toHaveValue('A=ü')
})

test('saved variables are exported, with or without the values of the fleet', async () => {
  await openWorld(
    page((world, { id: device }) =>
      set(world, 'device_environment_variable', { device, name: 'MOTTO', value: 'cold & calm' }),
    ),
  )
  await findHeading('Variables')
  await userEvent.click(screen.getByRole('button', { name: 'Export .env' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export variables as a .env file' }))
  const content = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /\.env$/ })
  expect(content.value).toBe("MOTTO='cold & calm'\n")
  await userEvent.click(dialog.getByRole('checkbox'))
  expect(content.value).toContain('MQTT_HOST=broker.acme-logistics.example\n')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Of' }), 'uplink')
  expect(content.value).toBe('There are no variables to export.')
  const saved = captureSavedFiles()
  const save = dialog.getByRole('button', { name: 'Save file' })
  expect(reasonOf(save)).toBe('There are no variables to export.')
  await userEvent.click(save)
  expect(saved).toEqual([])
})

async function serviceRow(value: string) {
  const row = (await screen.findByText(value)).closest('tr')
  if (row === null) throw new Error(`No row with ${value}`)
  return within(row)
}

/** Stages an override of the fleet's value. */
async function override(name: string, value: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Override ${name}` }))
  const field = await screen.findByRole('textbox', { name: 'Value' })
  await userEvent.clear(field)
  await write(field, value)
  await userEvent.click(screen.getByRole('button', { name: 'Stage change' }))
}

async function apply(message: string): Promise<void> {
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  await screen.findByText(message)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
}
