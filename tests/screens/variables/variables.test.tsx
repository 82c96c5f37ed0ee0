import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address, findHeading, refuse } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { changeBar, fleetPage, reasonOf, rowNamed, stageValue, write } from './variable-screens.ts'

const page = fleetPage('cold-chain-eu', 'envvars')
const table = 'Variables of this fleet'

test('the variables of a fleet are a table with a button to add one [FVAR-001, FVAR-002, FVAR-004]', async () => {
  await openWorld(page)
  await findHeading('Variables')
  await waitFor(() => expect(document.title).toBe('Variables · cold-chain-eu · Flotilla'))
  const row = await rowNamed(table, 'MQTT_HOST')
  expect(row.getByText('broker.acme-logistics.example')).toBeVisible()
  expect(row.getAllByText('All services').length).toBeGreaterThan(0)
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Overrides')
  const tabs = within(screen.getByRole('navigation', { name: 'Fleet sections' }))
  expect(tabs.getByRole('link', { name: 'Variables' }).getAttribute('aria-current')).toBe('page')

  await userEvent.click(screen.getByRole('button', { name: 'Add variable' }))
  expect(await screen.findByRole('dialog', { name: 'Add a variable' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(row.getByRole('button', { name: 'Edit MQTT_HOST' }))
  expect(await screen.findByRole('dialog', { name: 'Edit MQTT_HOST' })).toBeVisible()
})

test('the page reads the variables of fleet, services and devices [FVAR-034, CALL-015]', async () => {
  const { newRequests } = await openWorld(page)
  await findHeading('Variables')
  const asked = newRequests()
  const reads = (resource: string) => asked.filter((line) => line.startsWith(`GET /v7/${resource}?`))
  expect(reads('application_environment_variable')[0]).toMatch(/\$filter=application eq \d+/)
  expect(reads('device_environment_variable')[0]).toContain('$expand=device(')
  expect(reads('service')[0]).toMatch(/\$filter=application eq \d+/)
  expect(reads('service_environment_variable')[0]).toContain('service/any(')
  expect(reads('device_service_environment_variable')[0]).toContain('$expand=service_install(')
})

test('filtering does not count as leaving, and finds by name and value', async () => {
  await openWorld(page)
  await findHeading('Variables')
  await stageValue('MQTT_HOST', 'mqtt.example')
  await userEvent.type(screen.getByRole('searchbox', { name: /Find a variable/ }), 'MQTT.EX')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(address()).toContain('q=MQTT.EX')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.type(screen.getByRole('searchbox', { name: /Find a variable/ }), 'nowhere')
  await userEvent.click(await screen.findByRole('button', { name: 'Show all variables' }))
  await rowNamed(table, 'REPORT_EVERY_S')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'uplink')
  expect(await screen.findByText('No variables match this filter')).toBeVisible()
  expect(address()).toMatch(/service=\d+/)
})

test('invalid names are rejected with the reason, and the form stays [FVAR-018, FVAR-019, FVAR-020, FVAR-025, FVAR-026, FVAR-027, FVAR-028, FVAR-029]', async () => {
  await openWorld(page)
  await findHeading('Variables')
  await userEvent.click(screen.getByRole('button', { name: 'Add variable' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a variable' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  expect(name).toHaveAttribute('autocomplete', 'off')
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Add variable' }))
  await submit()
  expect(dialog.getByRole('alert').textContent).toBe('A name is required.')
  await waitFor(() => expect(name).toHaveFocus())
  const wrongLetters =
    'Environment variables should start with a letter and only contain letters, digits and underscores.'
  for (const [written, problem] of [
    ['1st', wrongLetters],
    ['_first', wrongLetters],
    ['MQTT-HOST', wrongLetters],
    ['MQTT:HOST', wrongLetters],
    ['USER', 'This environment variable is reserved and cannot be used.'],
    ['RESIN_RESTART', 'This environment variable is reserved and cannot be used.'],
    ['BALENA_HOST_CONFIG_gpu_mem', 'Configuration variables are managed through the Configuration page.'],
    ['MQTT_HOST', 'MQTT_HOST already exists for All services.'],
  ] as const) {
    await userEvent.clear(name)
    await write(name, written)
    await submit()
    expect(dialog.getByRole('alert').textContent).toBe(problem)
  }
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Service' }), 'uplink')
  await submit()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changeBar().getByText('1 change not applied yet')).toBeVisible()
})

test('a dialog lists the devices that override a variable, five per page [FVAR-004, FVAR-005]', async () => {
  await openWorld(async (cloud) => {
    const devices = await cloud.rows(
      "/v7/device?$select=id&$top=7&$orderby=device_name asc&$filter=belongs_to__application/app_name eq 'cold-chain-eu'",
      'ada',
    )
    for (const { id: device } of devices) {
      const body = { device, name: 'REPORT_EVERY_S', value: '5' }
      await cloud.request('/v7/device_environment_variable', { as: 'ada', method: 'POST', body })
    }
    return page(cloud)
  })
  await findHeading('Variables')
  expect((await rowNamed(table, 'MQTT_HOST')).getByText('none')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '7 devices override REPORT_EVERY_S' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Devices that override REPORT_EVERY_S' }))
  const grid = dialog.getByRole('table', { name: 'Overrides' })
  expect(within(grid).getAllByRole('row')).toHaveLength(6)
  expect(within(grid).getAllByRole('link')[0]?.getAttribute('href')).toMatch(
    /^\/devices\/[0-9a-f]{32}\/envvars$/,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  expect(within(grid).getAllByRole('row')).toHaveLength(3)
})

test('what a role does not allow shows the reason [PERM-011, PERM-052, PERM-079]', async () => {
  await openWorld(page, { as: 'sadie' })
  await findHeading('Variables')
  const row = await rowNamed(table, 'MQTT_HOST')
  expect(reasonOf(row.getByRole('button', { name: 'Edit MQTT_HOST' }))).toBeUndefined()
  expect(reasonOf(screen.getByRole('button', { name: 'Add variable' }))).toBeUndefined()
  const remove = row.getByRole('button', { name: 'Delete MQTT_HOST' })
  expect(reasonOf(remove)).toContain('Limited developer')
  await userEvent.click(remove)
  expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()
})

test('an observer reads and changes nothing', async () => {
  await openWorld(page, { as: 'olive' })
  await findHeading('Variables')
  const row = await rowNamed(table, 'MQTT_HOST')
  for (const button of [
    screen.getByRole('button', { name: 'Add variable' }),
    screen.getByRole('button', { name: 'Import .env' }),
    row.getByRole('button', { name: 'Edit MQTT_HOST' }),
    row.getByRole('button', { name: 'Delete MQTT_HOST' }),
  ]) {
    expect(reasonOf(button)).toContain('Observer')
    await userEvent.click(button)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a fleet without variables explains the list', async () => {
  await openWorld(fleetPage('depot-pilot', 'envvars'))
  expect(await screen.findByText('Variables of this fleet appear here')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add variable' }))
  expect(await screen.findByText(/has no services yet/)).toBeVisible()
})

test('variables that fail to load can be retried', async () => {
  let broken = true
  await openWorld(page, {
    answer: (request) =>
      broken && request.url.includes('/v7/service_environment_variable') ? refuse(500) : undefined,
  })
  expect(await screen.findByText('The variables could not be loaded')).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await rowNamed(table, 'MQTT_HOST')
})

test('blocks have no variables', async () => {
  await openWorld(async (cloud) => {
    const [block] = await cloud.rows("/v7/application?$select=id&$filter=is_of__class eq 'block'", 'ada')
    return `/blocks/${String(block?.['id'])}/envvars`
  })
  expect(await screen.findByText('Go home')).toBeVisible()
})
