import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '../../../src/lib/paths.ts'
import { dialogNamed } from '../dialogs.ts'
import { address, findHeading, refuse } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import {
  project,
  titleOf,
  openDeploy,
  read,
  found,
  chooseOrganization,
  typeOf,
  deployButton,
  deploy,
  builds,
  valuesOf,
  followWorldClock,
} from './deploy-screens.ts'

followWorldClock()

const isTargetRead = (url: string) =>
  /\/v7\/application\?.*\$select=id,app_name,slug&.*\$orderby=app_name asc/.test(readable(url))

test('a project is deployed to an existing fleet, with the variables of its contract [FLEET-019, CALL-026, REL-039]', async () => {
  const { world, dialog, asked } = await openDeploy('fleet', { as: 'devi' })
  const before = await fleetId(world, 'bench-lab')
  await world.request('/v7/application_environment_variable', {
    as: 'ada',
    method: 'POST',
    body: { application: before, name: 'DASHBOARD_TITLE', value: 'Old' },
  })
  await read(dialog, project('sensor-dashboard'))
  await found(dialog)
  // A developer administers no organization.
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Existing fleet' }).checked).toBe(true)
  await userEvent.click(dialog.getByRole('radio', { name: 'New fleet' }))
  expect(reasonOf(deployButton(dialog))).toBe(
    'Only administrators of an organization can create fleets in it',
  )
  await userEvent.click(dialog.getByRole('radio', { name: 'Existing fleet' }))
  expect(reasonOf(deployButton(dialog))).toBe('Choose a fleet')
  await userEvent.click(await dialog.findByRole('radio', { name: /bench-lab/ }))
  expect(dialog.getByRole('checkbox', { name: 'Set 4 variables of the contract' })).toBeVisible()
  expect(dialog.getByText('SAMPLE_EVERY_S=30')).toBeVisible()
  await userEvent.click(dialog.getByText('Show as a command'))
  expect(dialog.getByRole('region', { name: 'CLI' }).textContent).toBe(
    [
      'balena env set --fleet acme_logistics/bench-lab -- BALENA_HOST_CONFIG_gpu_mem 64',
      'balena env set --fleet acme_logistics/bench-lab -- SAMPLE_EVERY_S 30',
      'balena env set --fleet acme_logistics/bench-lab -- DASHBOARD_TITLE Greenhouse',
      'balena env set --fleet acme_logistics/bench-lab -- VERBOSE false',
      'git clone --depth 1 --branch main https://github.com/flotilla-examples/sensor-dashboard.git',
      'balena push acme_logistics/bench-lab --source sensor-dashboard',
    ].join('\n'),
  )
  await deploy(dialog)
  await dialogNamed('Deploying to bench-lab')
  expect(address()).toMatch(new RegExp(`^/fleets/${before}\\?deploy=\\d+$`))
  expect(builds(asked)).toEqual(['/v3/buildFromUrl?headless=true&owner=acme_logistics&app=bench-lab'])
  expect(await valuesOf(world, 'application_environment_variable', 'bench-lab')).toMatchObject({
    SAMPLE_EVERY_S: '30',
    DASHBOARD_TITLE: 'Greenhouse',
    VERBOSE: 'false',
  })
  expect(await valuesOf(world, 'application_config_variable', 'bench-lab')).toMatchObject({
    BALENA_HOST_CONFIG_gpu_mem: '64',
  })
})

test('a fleet to which the user may not push is disabled with the reason', async () => {
  const { dialog, asked } = await openDeploy('fleet', { as: 'omar' })
  await read(dialog, project('hello-fleet'))
  await found(dialog)
  const fleet = await dialog.findByRole('radio', { name: /bench-lab/ })
  expect(reasonOf(fleet)).toBe('Your role here (Operator) does not allow this')
  await userEvent.click(fleet)
  expect(reasonOf(deployButton(dialog))).toBe('Choose a fleet')
  expect(builds(asked)).toEqual([])
})

test('fleets that fail to load can be retried', async () => {
  let isDown = true
  const { dialog } = await openDeploy('fleet', {
    as: 'devi',
    answer: ({ url }) => (isDown && isTargetRead(url) ? refuse(400) : undefined),
  })
  await read(dialog, project('sensor-dashboard'))
  await found(dialog)
  expect(await dialog.findByText('The fleets could not be loaded')).toBeVisible()
  isDown = false
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('radio', { name: /bench-lab/ })).toBeVisible()
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
  expect(dialog.queryByText('The fleets could not be loaded')).toBeNull()
})

test('a user without any fleet is told so', async () => {
  const { dialog } = await openDeploy('fleet', { as: 'mel' })
  expect(await dialog.findByText('You have no fleet yet')).toBeVisible()
})

test('a limited developer pushes, and is told that they may not set the configuration', async () => {
  const { dialog } = await openDeploy('fleet', { as: 'sadie' })
  await read(dialog, project('sensor-dashboard'))
  await found(dialog)
  await userEvent.click(await dialog.findByRole('radio', { name: /bench-lab/ }))
  const box = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Set 4 variables/ })
  expect(box.checked).toBe(false)
  expect(reasonOf(box)).toBe('Your role here (Limited developer) does not allow this')
  await waitFor(() => expect(reasonOf(deployButton(dialog))).toBeUndefined())
})

test('completed steps are kept when a later one fails, and a retry continues there', async () => {
  const { world, dialog, asked } = await openDeploy()
  await read(dialog, project('reserved-name'))
  await chooseOrganization(dialog)
  await deploy(dialog)
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Some changes failed to apply: BALENA_DEVICE_UUID: /,
  )
  expect(dialog.getByText(/^reserved-name was created\./)).toBeVisible()
  expect(builds(asked)).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: /Set 2 variables/ }))
  await deploy(dialog)
  await dialogNamed('Deploying to reserved-name')
  const made = writes(asked).filter((each) => each === 'POST /v7/application')
  expect(made).toHaveLength(1)
  expect(await valuesOf(world, 'application_environment_variable', 'reserved-name')).toEqual({
    GREETING: 'hello',
  })
})

test('the builder rejects a source without anything to build; closing then opens the new fleet', async () => {
  const { world, dialog } = await openDeploy()
  await read(dialog, project('only-words'))
  expect((await found(dialog)).textContent).toContain('No balena.yml')
  await chooseOrganization(dialog)
  // FLEET-040: the default type, if no contract names another.
  await waitFor(() => expect(typeOf(dialog)).toBe('Raspberry Pi 4 (64-bit)'))
  await write(dialog.getByRole('textbox', { name: 'Name' }), 'only-words')
  await deploy(dialog)
  expect((await dialog.findByRole('alert')).textContent).toContain('Could not find a project to build')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await findHeading('only-words')
  expect(address()).toBe(`/fleets/${await fleetId(world, 'only-words')}`)
})

test('a missing branch has no contract and no source, according to the builder', async () => {
  const { dialog, asked } = await openDeploy('fleet', { as: 'devi' })
  await read(dialog, `${project('hello-fleet')}/tree/nowhere`)
  expect((await found(dialog)).textContent).toContain('No balena.yml')
  await userEvent.click(await dialog.findByRole('radio', { name: /bench-lab/ }))
  await deploy(dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to fetch tarball from passed URL')
  expect(writes(asked)).toEqual([])
})

test('the contract of a block links to creating blocks', async () => {
  const { dialog } = await openDeploy()
  await read(dialog, project('signal-block'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Deploy as a block' }))
  const other = await dialogNamed(titleOf('block'))
  expect(address()).toBe('/blocks?create=deploy')
  expect((await found(other)).textContent).toContain('signal-block')
})

test('a changed URL must be read again before deploying', async () => {
  const { dialog } = await openDeploy()
  await read(dialog, project('hello-fleet'))
  await found(dialog)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Repository' }), '-two')
  expect(reasonOf(deployButton(dialog))).toBe('The URL has changed: read the repository again')
  expect(dialog.queryByRole('region', { name: 'What will be deployed' })).toBeNull()
})

test('the palette and the dialog for a new fleet lead to it', async () => {
  await openWorld('/404')
  await findHeading('Page not found')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'deploy')
  await userEvent.click(await screen.findByRole('option', { name: /Deploy from a URL/ }))
  const dialog = await dialogNamed(titleOf('fleet'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Create fleet' }))
  const create = await dialogNamed('Create a fleet')
  await userEvent.click(create.getByRole('button', { name: 'Deploy from a URL instead' }))
  await dialogNamed(titleOf('fleet'))
})

test('a release may come from a URL [REL-007]', async () => {
  await openWorld(async (world) => paths.releases(await fleetId(world, 'depot-pilot')))
  await screen.findByText('Releases appear here')
  await userEvent.click(screen.getByRole('button', { name: 'Add release' }))
  const dialog = await dialogNamed('Add a release')
  await userEvent.click(dialog.getByRole('radio', { name: 'URL' }))
  await userEvent.click(dialog.getByRole('link', { name: 'Deploy from a URL' }))
  const deployment = await dialogNamed(titleOf('fleet'))
  const fleet = await deployment.findByRole<HTMLInputElement>('radio', { name: /depot-pilot/ })
  expect(fleet.checked).toBe(true)
})
