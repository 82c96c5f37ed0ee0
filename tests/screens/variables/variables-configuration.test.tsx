import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { address, findHeading, json, refuse } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import {
  aDeviceOf,
  changeBar,
  fillValue,
  fleetPage,
  reasonOf,
  rowNamed,
  write,
  writes,
  type KnownDevice,
} from './variable-screens.ts'

const fleet = 'cold-chain-eu'
const ofFleet = 'Fleet configuration'
const ofDevice = 'Device configuration'
const custom = 'Custom configuration'
const fleetConfig = fleetPage(fleet, 'config')

const deviceConfig =
  (values: Record<string, string> = {}) =>
  async (world: TestCloud) => {
    const { id: device, uuid } = await aDeviceOf(world, fleet)
    for (const [name, value] of Object.entries(values)) {
      const body = { device, name, value }
      await world.request('/v7/device_config_variable', { as: 'ada', method: 'POST', body })
    }
    return `/devices/${uuid}/config`
  }

const savedOn = (world: TestCloud, { id }: KnownDevice) =>
  world.rows(`/v7/device_config_variable?$select=name,value&$orderby=name asc&$filter=device eq ${id}`, 'ada')

async function apply(message: string, { reboots = false } = {}): Promise<void> {
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  if (reboots) {
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply and reboot devices?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Apply and reboot' }))
  }
  await screen.findByText(message)
}

async function edit(name: string, value: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: `Edit ${name}` }))
  await fillValue(value)
  await userEvent.click(screen.getByRole('button', { name: 'Stage change' }))
}

test('the configuration of a fleet is edited with the platform’s endpoints [FVAR-033, FVAR-035, FVAR-036, FVAR-037, CALL-014]', async () => {
  const { world, asked } = await openWorld(fleetConfig)
  await findHeading('Configuration')
  expect(asked.some(({ url }) => url.includes('/v7/application_config_variable?'))).toBe(true)
  expect((await rowNamed(ofFleet, 'RESIN_HOST_CONFIG_gpu_mem')).getByText('Set here')).toBeVisible()
  await edit('RESIN_HOST_CONFIG_gpu_mem', '64')
  await userEvent.click(screen.getByRole('button', { name: 'Reset RESIN_SUPERVISOR_POLL_INTERVAL' }))
  await userEvent.click(screen.getByRole('switch', { name: /RESIN_SUPERVISOR_LOG_CONTROL/ }))
  await apply('3 changes applied', { reboots: true })
  expect(writes(asked).toSorted()).toEqual([
    expect.stringMatching(/^DELETE \/v7\/application_config_variable\(\d+\)$/),
    expect.stringMatching(/^PATCH \/v7\/application_config_variable\(\d+\)$/),
    'POST /v7/application_config_variable',
  ])
  expect(
    await world.rows(
      `/v7/application_config_variable?$select=name,value&$orderby=name asc&$filter=application/any(a:a/app_name eq '${fleet}')`,
      'ada',
    ),
  ).toEqual([
    { name: 'RESIN_HOST_CONFIG_gpu_mem', value: '64' },
    { name: 'RESIN_SUPERVISOR_LOG_CONTROL', value: 'false' },
  ])
})

test('a boolean setting is toggled immediately, on and off [FVAR-032]', async () => {
  await openWorld(fleetConfig)
  await findHeading('Configuration')
  const turn = screen.getByRole('switch', { name: /RESIN_SUPERVISOR_LOG_CONTROL/ })
  const row = await rowNamed(ofFleet, 'RESIN_SUPERVISOR_LOG_CONTROL')
  expect(turn.getAttribute('aria-checked')).toBe('true')
  expect(row.queryByRole('button', { name: /^Edit/ })).toBeNull()
  await userEvent.click(turn)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(turn.getAttribute('aria-checked')).toBe('false')
  expect(row.getByText('Added')).toBeVisible()
  await userEvent.click(turn)
  expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()
})

test('the schema is that of the device type; additions appear within five minutes [FVAR-044, CALL-039]', async () => {
  let isNewer = false
  const schema = '/config/vars?deviceType=raspberrypi4-64'
  const newer = async (world: TestCloud) => {
    const known = (await (await world.request(schema)).json()) as {
      configVarSchema: { properties: Record<string, unknown> }
    }
    Object.assign(known.configVarSchema.properties, {
      RESIN_HOST_CONFIG_brand_new: { type: 'string', description: 'Quite new', warning: '' },
    })
    return json(known)
  }
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { newRequests, world } = await openWorld(fleetConfig, {
    answer: ({ url }) => (isNewer && url.endsWith(schema) ? newer(world) : undefined),
  })
  await findHeading('Configuration')
  const schemas = () => newRequests().filter((line) => line === `GET ${schema}`)
  expect(schemas()).toHaveLength(1)
  expect(screen.queryByRole('row', { name: /RESIN_HOST_CONFIG_brand_new/ })).toBeNull()
  isNewer = true
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 - 2_000))
  expect(schemas()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(schemas()).toHaveLength(1)
  expect(await screen.findByRole('row', { name: /RESIN_HOST_CONFIG_brand_new/ })).toBeVisible()
})

test("a device's configuration lists known and custom settings, and the source of each value [DVAR-005, DVAR-006, DVAR-007]", async () => {
  await openWorld(deviceConfig({ BALENA_CUSTOM_THING: '7' }))
  await findHeading('Configuration')
  expect((await rowNamed(ofDevice, 'RESIN_HOST_CONFIG_gpu_mem')).getByText('Fleet')).toBeVisible()
  expect((await rowNamed(ofDevice, 'RESIN_OVERRIDE_LOCK')).getByText('Default')).toBeVisible()
  const unset = await rowNamed(ofDevice, 'RESIN_HOST_CONFIG_dtoverlay')
  expect(unset.getByText('Not set')).toBeVisible()
  expect(unset.getByText('Reboots the device')).toBeVisible()
  expect((await rowNamed(custom, 'BALENA_CUSTOM_THING')).getByText('7')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add custom setting' })).toBeVisible()
})

test("a device's configuration is created, changed and removed [DVAR-008, DVAR-009, DVAR-010]", async () => {
  const { world, asked } = await openWorld(
    deviceConfig({ RESIN_OVERRIDE_LOCK: '1', BALENA_CUSTOM_THING: '7' }),
  )
  const device = await aDeviceOf(world, fleet)
  await findHeading('Configuration')
  await edit('RESIN_OVERRIDE_LOCK', '0')
  await userEvent.click(screen.getByRole('button', { name: 'Delete BALENA_CUSTOM_THING' }))
  await userEvent.click(screen.getByRole('switch', { name: /RESIN_SUPERVISOR_LOG_CONTROL/ }))
  await apply('3 changes applied')
  expect(writes(asked).toSorted()).toEqual([
    expect.stringMatching(/^DELETE \/v7\/device_config_variable\(\d+\)$/),
    expect.stringMatching(/^PATCH \/v7\/device_config_variable\(\d+\)$/),
    'POST /v7/device_config_variable',
  ])
  expect(await savedOn(world, device)).toEqual([
    { name: 'RESIN_OVERRIDE_LOCK', value: '0' },
    { name: 'RESIN_SUPERVISOR_LOG_CONTROL', value: 'false' },
  ])
})

test('several settings of a device are removed in one request [DVAR-011]', async () => {
  const { world, asked } = await openWorld(
    deviceConfig({ RESIN_OVERRIDE_LOCK: '1', BALENA_CUSTOM_THING: '7', BALENA_OTHER: '8' }),
  )
  await findHeading('Configuration')
  await userEvent.click(screen.getByRole('button', { name: 'Delete BALENA_CUSTOM_THING' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete BALENA_OTHER' }))
  await apply('2 changes applied')
  expect(writes(asked)).toEqual([
    expect.stringMatching(/^DELETE \/v7\/device_config_variable\?\$filter=id in \(\d+,\d+\)$/),
  ])
  expect(await savedOn(world, await aDeviceOf(world, fleet))).toEqual([
    { name: 'RESIN_OVERRIDE_LOCK', value: '1' },
  ])
})

test('a setting is changed with the prefix it already has', async () => {
  const { world } = await openWorld(deviceConfig({ BALENA_HOST_CONFIG_gpu_mem: '64' }))
  await findHeading('Configuration')
  expect((await rowNamed(ofDevice, 'BALENA_HOST_CONFIG_gpu_mem')).getByText('64')).toBeVisible()
  expect(within(screen.getByRole('table', { name: ofDevice })).queryAllByText('128')).toEqual([])
  await edit('BALENA_HOST_CONFIG_gpu_mem', '128')
  await apply('1 change applied', { reboots: true })
  expect(await savedOn(world, await aDeviceOf(world, fleet))).toEqual([
    { name: 'BALENA_HOST_CONFIG_gpu_mem', value: '128' },
  ])
})

test('a value that the schema forbids is rejected with the reason [ERR-045]', async () => {
  await openWorld(deviceConfig())
  await findHeading('Configuration')
  await userEvent.click(screen.getByRole('button', { name: 'Edit RESIN_HOST_CONFIG_gpu_mem' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit RESIN_HOST_CONFIG_gpu_mem' }))
  expect(dialog.getByText('Changing it reboots this device.')).toBeVisible()
  await fillValue('')
  const keep = () => dialog.getByRole('button', { name: 'Stage change' })
  expect(reasonOf(keep())).toBe('All fields must be filled out to proceed')
  await fillValue('8')
  await userEvent.click(keep())
  expect(dialog.getByText('The minimum is 16.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()
})

test('a custom setting has a name in a reserved namespace that is not listed yet [FVAR-021, FVAR-022, FVAR-023, FVAR-024, FVAR-028, FVAR-031]', async () => {
  let cloud: TestCloud | undefined
  const { world } = await openWorld(
    async (opened) => {
      cloud = opened
      return deviceConfig({ BALENA_CUSTOM_THING: '7' })(opened)
    },
    {
      // Names that the platform allows besides those of the reserved namespaces.
      answer: async ({ url }) => {
        const { pathname, search } = new URL(url)
        if (pathname !== '/config/vars' || cloud === undefined) return undefined
        const known = (await (await cloud.request(`${pathname}${search}`)).json()) as object
        return json({ ...known, whiteListedNames: ['BOARD_LED'], whiteListedNamespaces: ['VENDOR_'] })
      },
    },
  )
  await findHeading('Configuration')
  await userEvent.click(screen.getByRole('button', { name: 'Add custom setting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a custom setting' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await write(dialog.getByRole('textbox', { name: 'Value' }), '1')
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Add custom setting' }))
  for (const [written, problem] of [
    ['1RESIN', /should start with a letter/],
    ['RESIN_HOST-NAME', /only contain letters, digits, underscores or a colon/],
    ['MQTT_HOST', /must begin with RESIN_ or BALENA_/],
    ['RESIN_RESTART', /^This environment variable is reserved and cannot be used\.$/],
    ['BALENA_CUSTOM_THING', /^BALENA_CUSTOM_THING already exists\.$/],
    ['RESIN_CUSTOM_THING', /already exists/],
    ['RESIN_HOST_CONFIG_gpu_mem', /already exists/],
  ] as const) {
    await userEvent.clear(name)
    await write(name, written)
    await submit()
    expect(dialog.getByRole('alert').textContent).toMatch(problem)
  }
  await userEvent.clear(name)
  await write(name, 'BALENA_HOST_CONFIG_hdmi_boost:1')
  await submit()
  expect((await rowNamed(custom, 'BALENA_HOST_CONFIG_hdmi_boost:1')).getByText('Added')).toBeVisible()
  for (const allowed of ['BOARD_LED', 'VENDOR_LED']) {
    await userEvent.click(screen.getByRole('button', { name: 'Add custom setting' }))
    const more = within(await screen.findByRole('dialog', { name: 'Add a custom setting' }))
    await write(more.getByRole('textbox', { name: 'Name' }), allowed)
    await write(more.getByRole('textbox', { name: 'Value' }), '1')
    await userEvent.click(more.getByRole('button', { name: 'Add custom setting' }))
    expect((await rowNamed(custom, allowed)).getByText('Added')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: `Undo change of ${allowed}` }))
  }
  await apply('1 change applied')
  expect(await savedOn(world, await aDeviceOf(world, fleet))).toContainEqual({
    name: 'BALENA_HOST_CONFIG_hdmi_boost:1',
    value: '1',
  })
})

test('changes that reboot devices show that before they are applied', async () => {
  const { asked } = await openWorld(fleetConfig)
  await findHeading('Configuration')
  await userEvent.click(screen.getByRole('switch', { name: /RESIN_SUPERVISOR_PERSISTENT_LOGGING/ }))
  expect(changeBar().getByText('1 of them reboots devices')).toBeVisible()
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply and reboot devices?' }))
  expect(dialog.getByText('RESIN_SUPERVISOR_PERSISTENT_LOGGING')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(writes(asked)).toEqual([])
  expect(changeBar().getByText('1 change not applied yet')).toBeVisible()
})

test('settings are found by description, and filtered to those set here', async () => {
  await openWorld(fleetConfig)
  await findHeading('Configuration')
  await userEvent.click(screen.getByRole('radio', { name: 'Set here' }))
  const shown = () => within(screen.getByRole('table', { name: ofFleet })).getAllByRole('row').length - 1
  await waitFor(() => expect(shown()).toBe(2))
  expect(address()).toContain('show=set')
  await write(screen.getByRole('searchbox', { name: /Find a setting/ }), 'poll interval in')
  await waitFor(() => expect(shown()).toBe(1))
})

test('a developer edits the configuration of a fleet; a limited developer does not [PERM-032, PERM-063]', async () => {
  await openWorld(fleetConfig, { as: 'sadie' })
  await findHeading('Configuration')
  const turn = screen.getByRole('switch', { name: /RESIN_SUPERVISOR_LOG_CONTROL/ })
  expect(reasonOf(turn)).toContain('Limited developer')
  await userEvent.click(turn)
  expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()
  expect(reasonOf(screen.getByRole('button', { name: 'Add custom setting' }))).toContain('Limited developer')
})

test('a limited operator does not configure devices [PERM-009, PERM-058]', async () => {
  await openWorld(deviceConfig({ RESIN_OVERRIDE_LOCK: '1' }), { as: 'sol' })
  await findHeading('Configuration')
  const row = await rowNamed(ofDevice, 'RESIN_OVERRIDE_LOCK')
  for (const button of row.getAllByRole('button')) expect(reasonOf(button)).toContain('Limited operator')
})

test('an operator configures devices [PERM-030, PERM-080]', async () => {
  const { world } = await openWorld(deviceConfig(), { as: 'omar' })
  await findHeading('Configuration')
  await userEvent.click(screen.getByRole('switch', { name: /RESIN_SUPERVISOR_LOG_CONTROL/ }))
  await apply('1 change applied')
  expect(await savedOn(world, await aDeviceOf(world, fleet))).toHaveLength(1)
})

test('a configuration that fails to load can be retried', async () => {
  let broken = true
  await openWorld(deviceConfig(), {
    answer: (request) => (broken && request.url.includes('/config/vars') ? refuse(500) : undefined),
  })
  expect(await screen.findByText('The configuration could not be loaded')).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await rowNamed(ofDevice, 'RESIN_OVERRIDE_LOCK')
})

test('an unknown device redirects to the fleets', async () => {
  await openWorld(`/devices/${'0'.repeat(32)}/config`)
  await findHeading('Fleets')
  expect(address()).toBe('/fleets')
})

test('a logo that is not a PNG is rejected, even if the browser lets the user select it [FLEET-045]', async () => {
  const { world } = await openWorld(fleetConfig)
  await findHeading('Configuration')
  const name = 'BALENA_HOST_SPLASH_IMAGE'
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  const field = await screen.findByLabelText('PNG file')
  expect(field.getAttribute('accept')).toBe('image/png')
  const person = userEvent.setup({ applyAccept: false })
  await person.upload(field, new File(['not one'], 'splash.jpg', { type: 'image/jpeg' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The value must be a PNG image.')
  expect(screen.queryByText(/^PNG image, /)).toBeNull()
  await person.upload(field, new File(['not one'], 'splash.png', { type: 'image/png' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The value must be a PNG image.')
  const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1)
  await person.upload(field, new File([picture], 'splash.png', { type: 'image/png' }))
  await screen.findByText(/^PNG image, /)
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Stage change' }))
  await apply('1 change applied', { reboots: true })
  const saved = await world.rows(
    `/v7/application_config_variable?$select=value&$filter=name eq '${name}' and application/any(a:a/app_name eq '${fleet}')`,
    'ada',
  )
  expect(saved).toEqual([{ value: `data:image/png;base64,${btoa(String.fromCharCode(...picture))}` }])
})
