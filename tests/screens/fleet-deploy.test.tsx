import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { paths } from '../../src/app/paths.ts'
import { address, findHeading, TOKEN_KEY, type Asked } from './open-app.tsx'
import { fleetId, openWorld } from './open-world.tsx'
import { reasonOf, write, writes } from './variable-screens.ts'

const START = Date.parse('2026-11-20T14:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const KEPT = TOKEN_KEY.replace(/token$/, 'deploy')

const project = (name: string) => `https://github.com/flotilla-examples/${name}`

type One = 'fleet' | 'app' | 'block'
type Options = Parameters<typeof openWorld>[1]

const titleOf = (one: One) => `Deploy ${one === 'app' ? 'an' : 'a'} ${one} from a URL`
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
type Dialog = Awaited<ReturnType<typeof dialogNamed>>

async function openDeploy(one: One = 'fleet', options: Options = {}) {
  const opened = await openWorld(paths.deployApplication(one), options)
  return { ...opened, dialog: await dialogNamed(titleOf(one)) }
}

async function read(dialog: Dialog, url: string): Promise<void> {
  const field = dialog.getByRole('textbox', { name: 'Repository' })
  await userEvent.clear(field)
  await write(field, url)
  await userEvent.keyboard('{Enter}')
}

const found = (dialog: Dialog) => dialog.findByRole('region', { name: 'What will be deployed' })

async function chooseOrganization(dialog: Dialog, name = 'Acme Logistics'): Promise<void> {
  const picker = dialog.getByRole('combobox', { name: 'Organization' })
  await within(picker).findByRole('option', { name })
  await userEvent.selectOptions(picker, name)
}

const typeOf = (dialog: Dialog) =>
  dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Default device type' }).selectedOptions[0]?.text

const deployButton = (dialog: Dialog) => dialog.getByRole('button', { name: /^(Create and deploy|Deploy)$/ })

async function deploy(dialog: Dialog): Promise<void> {
  await waitFor(() => expect(reasonOf(deployButton(dialog))).toBeUndefined())
  await userEvent.click(deployButton(dialog))
}

const builds = (asked: readonly Asked[]) =>
  asked.filter(({ url }) => url.startsWith('/v3/')).map(({ url }) => url)

const valuesOf = async (
  world: TestCloud,
  resource: string,
  fleet: string,
): Promise<Record<string, unknown>> =>
  Object.fromEntries<unknown>(
    (
      await world.rows(
        `/v7/${resource}?$select=name,value&$filter=application/any(a:a/app_name eq '${fleet}')`,
        'ada',
      )
    ).map(({ name, value }) => [String(name), value] as const),
  )

// The clock of this machine is that of the world: a build is silent or not, a link old or not, by both.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})

/** The world goes on, and whoever looks at it notices. */
const pass = (world: TestCloud, ms: number) =>
  act(async () => {
    world.clock.advanceTo(world.clock.now() + ms)
    vi.setSystemTime(world.clock.now())
  })

test.each(['fleet', 'app', 'block'] as const)(
  'a project is deployed as a new %s from its address, and its build is followed there [FLEET-041, FLEET-035, CALL-024, CALL-025, FLEET-005]',
  async (one) => {
    const { world, asked } = await openWorld(`/${one}s`)
    await userEvent.click(await screen.findByRole('button', { name: 'Deploy from a URL' }))
    const dialog = await dialogNamed(titleOf(one))
    expect(reasonOf(deployButton(dialog))).toBe('Read a repository first')
    const name = one === 'block' ? 'signal-block' : 'hello-fleet'
    await read(dialog, project(name))
    expect((await found(dialog)).textContent).toContain(`flotilla-examples/${name}`)
    const urls = asked.map(({ url }) => url)
    expect(urls).toContain(`https://api.github.com/repos/flotilla-examples/${name}`)
    expect(urls).toContain(`https://raw.githubusercontent.com/flotilla-examples/${name}/main/balena.yml`)
    expect(
      asked.filter(({ url, headers }) => url.includes('github') && headers.has('authorization')),
    ).toEqual([])
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(name)
    await chooseOrganization(dialog)
    await waitFor(() => expect(typeOf(dialog)).toBe('Raspberry Pi 4 (64-bit)'))
    await deploy(dialog)

    const progress = await dialogNamed(`Deploying to ${name}`)
    const id = await fleetId(world, name)
    expect(address()).toMatch(new RegExp(`^/${one}s/${id}\\?deploy=\\d+$`))
    expect(builds(asked)).toEqual([`/v3/buildFromUrl?headless=true&owner=acme_logistics&app=${name}`])
    const [row] = await world.rows(
      `/v7/application(${id})?$select=is_of__class&$expand=owns__release($select=id,status)`,
      'ada',
    )
    expect(row).toMatchObject({ is_of__class: one, owns__release: [{ status: 'running' }] })
    expect(await progress.findByText(/^The build is in progress/)).toBeDefined()
    await userEvent.click(progress.getAllByRole('button', { name: 'Close' })[0])
    await waitFor(() => expect(address()).toBe(`/${one}s/${id}`))
  },
)

test('the build is told line by line until the release is there', async () => {
  const { world, dialog } = await openDeploy()
  await read(dialog, project('hello-fleet'))
  await chooseOrganization(dialog)
  await deploy(dialog)
  const progress = await dialogNamed('Deploying to hello-fleet')
  await pass(world, 3_000)
  const log = await progress.findByRole('log', { name: 'Last lines of main' })
  await waitFor(() => expect(log.textContent).toContain('[main] Step 1/6 : FROM registry.flotilla.test'))
  expect(log.textContent).not.toContain('Successfully built')
  await pass(world, 5 * MINUTE)
  expect(
    await progress.findByText(/^Release 1\.2\.0 is built\. Devices that follow the latest/),
  ).toBeDefined()
  await waitFor(() => expect(progress.getByRole('log').textContent).toContain('[main] Successfully built'))
  const link = progress.getByRole('link', { name: 'Open the release' })
  expect(link.getAttribute('href')).toMatch(/^\/fleets\/\d+\/releases\/\d+$/)
})

test('a new fleet by commands is created, then pushed or built from its tarball', async () => {
  const { dialog } = await openDeploy()
  await read(dialog, project('hello-fleet'))
  await chooseOrganization(dialog)
  await userEvent.click(await dialog.findByText('Show as a command'))
  expect(dialog.getByRole('region', { name: 'CLI' }).textContent).toBe(
    [
      'balena fleet create hello-fleet --organization acme_logistics --type raspberrypi4-64',
      'git clone --depth 1 --branch main https://github.com/flotilla-examples/hello-fleet.git',
      'balena push acme_logistics/hello-fleet --source hello-fleet',
    ].join('\n'),
  )
  await userEvent.click(dialog.getByRole('radio', { name: 'curl' }))
  const requests = dialog.getByRole('region', { name: 'curl' }).textContent
  expect(requests).toMatch(/^curl -X POST \S+\/v7\/application /)
  expect(requests).toContain('/v3/buildFromUrl?headless=true&owner=acme_logistics&app=hello-fleet')
  expect(requests).toContain(
    '{"shouldFlatten":true,"url":"https://github.com/flotilla-examples/hello-fleet/archive/main.tar.gz"}',
  )
})

test('a build that fails says so, with the reason of the service', async () => {
  const { world, dialog } = await openDeploy()
  await read(dialog, project('failing-build'))
  await chooseOrganization(dialog)
  await deploy(dialog)
  const progress = await dialogNamed('Deploying to failing-build')
  await pass(world, 5 * MINUTE)
  expect((await progress.findByRole('alert')).textContent).toContain('The build did not succeed')
  expect(await progress.findByText(/returned a non-zero code: 2/, { selector: 'code' })).toBeDefined()
})

test('a build that is gone, and one that cannot be looked up, say so', async () => {
  let broken = true
  await openWorld(async (world) => paths.deployment(await fleetId(world, 'bench-lab'), 'fleet', 999_999), {
    answer: (request) =>
      broken && request.url.includes('/v7/release(999999)') ? new Response(null, { status: 500 }) : undefined,
  })
  const progress = await dialogNamed('Deploying to bench-lab')
  expect(await progress.findByText('The build could not be looked up')).toBeDefined()
  broken = false
  await userEvent.click(progress.getByRole('button', { name: 'Retry' }))
  expect(await progress.findByText('This release does not exist any more')).toBeDefined()
})

test('somebody who follows a link and is not signed in signs in first and finds the dialog filled in [ROUTE-043, ROUTE-044]', async () => {
  const { asked } = await openWorld(async () => {
    localStorage.removeItem(TOKEN_KEY)
    return paths.deploy({
      repoUrl: project('sensor-dashboard'),
      tarballUrl: `${project('sensor-dashboard')}/archive/main.tar.gz`,
      configUrl: `${project('hello-fleet')}/blob/main/balena.yml`,
      defaultDeviceType: 'raspberrypi5',
    })
  })
  await findHeading('Sign in')
  expect(asked.filter(({ url }) => url.includes('github'))).toEqual([])
  await userEvent.type(screen.getByLabelText('Email'), 'ada@flotilla.example')
  await userEvent.type(screen.getByLabelText('Password'), 'flotilla-demo')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  const dialog = await dialogNamed(titleOf('fleet'))
  expect(address()).toBe('/fleets?create=deploy')
  expect((await found(dialog)).textContent).toContain('flotilla-examples/sensor-dashboard')
  const urls = asked.map(({ url }) => url)
  expect(urls).toContain('https://raw.githubusercontent.com/flotilla-examples/hello-fleet/main/balena.yml')
  await waitFor(() => expect(typeOf(dialog)).toBe('Raspberry Pi 5'))
  expect(localStorage.getItem(KEPT)).toContain('sensor-dashboard')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/fleets'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const kept = (createdAt: number) =>
  localStorage.setItem(
    KEPT,
    JSON.stringify({
      repoUrl: project('hello-fleet'),
      tarballUrl: null,
      configUrl: null,
      defaultDeviceType: null,
      configVariables: [],
      environmentVariables: [],
      createdAt,
    }),
  )

test('what a link wanted opens by itself within a day, whatever came in between [FLEET-039]', async () => {
  await openWorld(async () => {
    kept(START - DAY)
    return '/fleets'
  })
  const dialog = await dialogNamed(titleOf('fleet'))
  expect((await found(dialog)).textContent).toContain('hello-fleet')
})

test('after more than a day it does not, and the dialog says why it is empty [FLEET-039]', async () => {
  await openWorld(async () => {
    kept(START - DAY - 1)
    return '/fleets'
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Deploy from a URL' }))
  const dialog = await dialogNamed(titleOf('fleet'))
  expect(dialog.getByText(/more than a day old/)).toBeDefined()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Repository' }).value).toBe('')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(JSON.parse(localStorage.getItem(KEPT) ?? '0')).toBeNull())
})

test('what cannot be deployed is refused in the words of the specification, and nothing is created [FLEET-034, FLEET-037, FLEET-038]', async () => {
  const { dialog, asked } = await openDeploy()
  await read(dialog, 'https://gitlab.com/flotilla-examples/hello-fleet')
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Only public repositories on GitHub are accepted/,
  )
  expect(asked.filter(({ url }) => url.includes('git')).map(({ url }) => url)).toEqual([])
  await read(dialog, project('gone'))
  expect(await dialog.findByText(`Repository not found: ${project('gone')}`)).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Retry' })).toBeDefined()
  await read(dialog, project('broken-contract'))
  expect(await dialog.findByText('The balena.yml contract in the repository is invalid')).toBeDefined()
  expect(reasonOf(deployButton(dialog))).toBe('Read a repository first')
  await userEvent.click(deployButton(dialog))
  expect(writes(asked)).toEqual([])
  expect(builds(asked)).toEqual([])
})

test('a contract that does not come within 10 s is given up, and can be asked for again [FLEET-036]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  let isSilent = true
  const { dialog } = await openDeploy('fleet', {
    answer: (request) =>
      isSilent && request.url.endsWith('/balena.yml')
        ? new Promise((_resolve, reject) => {
            request.signal.addEventListener('abort', () => reject(request.signal.reason))
          })
        : undefined,
  })
  await read(dialog, project('hello-fleet'))
  await dialog.findByRole('status', { name: `Reading ${project('hello-fleet')}…` })
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect((await dialog.findByRole('alert')).textContent).toContain('GitHub did not answer within 10 s')
  isSilent = false
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
  expect((await found(dialog)).textContent).toContain('hello-fleet')
})

test('a project goes to an existing fleet, with the variables of its contract [FLEET-019, CALL-026, REL-039]', async () => {
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
  expect(dialog.getByRole('checkbox', { name: 'Set 4 variables of the contract' })).toBeDefined()
  expect(dialog.getByText('SAMPLE_EVERY_S=30')).toBeDefined()
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

test('somebody who may not push to a fleet sees why it cannot be chosen', async () => {
  const { dialog, asked } = await openDeploy('fleet', { as: 'omar' })
  await read(dialog, project('hello-fleet'))
  await found(dialog)
  const fleet = await dialog.findByRole('radio', { name: /bench-lab/ })
  expect(reasonOf(fleet)).toBe('Your role here (Operator) does not allow this')
  await userEvent.click(fleet)
  expect(reasonOf(deployButton(dialog))).toBe('Choose a fleet')
  expect(builds(asked)).toEqual([])
})

test('somebody without any fleet is told so', async () => {
  const { dialog } = await openDeploy('fleet', { as: 'mel' })
  expect(await dialog.findByText('You have no fleet yet')).toBeDefined()
})

test('a limited developer pushes, and is told that the configuration is not hers to set', async () => {
  const { dialog } = await openDeploy('fleet', { as: 'sadie' })
  await read(dialog, project('sensor-dashboard'))
  await found(dialog)
  await userEvent.click(await dialog.findByRole('radio', { name: /bench-lab/ }))
  const box = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Set 4 variables/ })
  expect(box.checked).toBe(false)
  expect(reasonOf(box)).toBe('Your role here (Limited developer) does not allow this')
  await waitFor(() => expect(reasonOf(deployButton(dialog))).toBeUndefined())
})

test('what is done stays done when a later step fails, and the next try goes on from there', async () => {
  const { world, dialog, asked } = await openDeploy()
  await read(dialog, project('reserved-name'))
  await chooseOrganization(dialog)
  await deploy(dialog)
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Some changes failed to apply: BALENA_DEVICE_UUID: /,
  )
  expect(dialog.getByText(/^reserved-name was created\./)).toBeDefined()
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

test('a source with nothing to build is refused by the builder; closing then leads to what was made', async () => {
  const { world, dialog } = await openDeploy()
  await read(dialog, project('only-words'))
  expect((await found(dialog)).textContent).toContain('No balena.yml: nothing is preset')
  await chooseOrganization(dialog)
  // FLEET-040: the usual one, where nobody names another.
  await waitFor(() => expect(typeOf(dialog)).toBe('Raspberry Pi 4 (64-bit)'))
  await write(dialog.getByRole('textbox', { name: 'Name' }), 'only-words')
  await deploy(dialog)
  expect((await dialog.findByRole('alert')).textContent).toContain('Could not find a project to build')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await findHeading('only-words')
  expect(address()).toBe(`/fleets/${await fleetId(world, 'only-words')}`)
})

test('a branch that is not there has no contract and no source, as the builder says', async () => {
  const { dialog, asked } = await openDeploy('fleet', { as: 'devi' })
  await read(dialog, `${project('hello-fleet')}/tree/nowhere`)
  expect((await found(dialog)).textContent).toContain('No balena.yml')
  await userEvent.click(await dialog.findByRole('radio', { name: /bench-lab/ }))
  await deploy(dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to fetch tarball from passed URL')
  expect(writes(asked)).toEqual([])
})

test('a contract of a block leads to where blocks are made', async () => {
  const { dialog } = await openDeploy()
  await read(dialog, project('signal-block'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Deploy as a block' }))
  const other = await dialogNamed(titleOf('block'))
  expect(address()).toBe('/blocks?create=deploy')
  expect((await found(other)).textContent).toContain('signal-block')
})

test('an address that was changed must be read again before anything is deployed', async () => {
  const { dialog } = await openDeploy()
  await read(dialog, project('hello-fleet'))
  await found(dialog)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Repository' }), '-two')
  expect(reasonOf(deployButton(dialog))).toBe('Read the repository again: its address was changed')
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

test('a release may come from a URL too [REL-007]', async () => {
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
