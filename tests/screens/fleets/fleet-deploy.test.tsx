import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { paths } from '../../../src/lib/paths.ts'
import { dialogNamed } from '../dialogs.ts'
import { address, findHeading, refuse, TOKEN_KEY } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { reasonOf, writes } from '../variables/variable-screens.ts'
import {
  START,
  MINUTE,
  DAY,
  KEPT,
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
  followWorldClock,
  advance,
} from './deploy-screens.ts'

followWorldClock()

test.each(['fleet', 'app', 'block'] as const)(
  'a project is deployed as a new %s from its URL, and its build is shown [FLEET-041, FLEET-035, CALL-024, CALL-025, FLEET-005]',
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
    expect(await progress.findByText(/^Building for /)).toBeVisible()
    await userEvent.click(progress.getAllByRole('button', { name: 'Close' })[0])
    await waitFor(() => expect(address()).toBe(`/${one}s/${id}`))
  },
)

test('the build log is shown line by line until the release is ready', async () => {
  const { world, dialog } = await openDeploy()
  await read(dialog, project('hello-fleet'))
  await chooseOrganization(dialog)
  await deploy(dialog)
  const progress = await dialogNamed('Deploying to hello-fleet')
  await advance(world, 3_000)
  const log = await progress.findByRole('log', { name: 'Last lines of main' })
  await waitFor(() => expect(log.textContent).toContain('[main] Step 1/6 : FROM registry.flotilla.test'))
  expect(log.textContent).not.toContain('Successfully built')
  await advance(world, 5 * MINUTE)
  expect(await progress.findByText(/^Release 1\.2\.0 is ready\. Devices that track the latest/)).toBeVisible()
  await waitFor(() => expect(progress.getByRole('log').textContent).toContain('[main] Successfully built'))
  const link = progress.getByRole('link', { name: 'Open release' })
  expect(link.getAttribute('href')).toMatch(/^\/fleets\/\d+\/releases\/\d+$/)
})

test('commands create a new fleet, then push or build its tarball', async () => {
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

test('a failed build shows the reason of the builder', async () => {
  const { world, dialog } = await openDeploy()
  await read(dialog, project('failing-build'))
  await chooseOrganization(dialog)
  await deploy(dialog)
  const progress = await dialogNamed('Deploying to failing-build')
  await advance(world, 5 * MINUTE)
  expect((await progress.findByRole('alert')).textContent).toContain('The build failed')
  expect(await progress.findByText(/returned a non-zero code: 2/, { selector: 'code' })).toBeVisible()
})

test('a missing build, and one that fails to load, are shown', async () => {
  let broken = true
  await openWorld(async (world) => paths.deployment(await fleetId(world, 'bench-lab'), 'fleet', 999_999), {
    answer: (request) =>
      broken && request.url.includes('/v7/release(999999)') ? new Response(null, { status: 500 }) : undefined,
  })
  const progress = await dialogNamed('Deploying to bench-lab')
  expect(await progress.findByText('The build could not be loaded')).toBeVisible()
  broken = false
  await userEvent.click(progress.getByRole('button', { name: 'Retry' }))
  expect(await progress.findByText('This release no longer exists')).toBeVisible()
})

test('a user who follows a link without a session signs in first, and the dialog is filled in [ROUTE-043, ROUTE-044]', async () => {
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

test('the dialog of a link opens by itself within a day, whatever was visited in between [FLEET-039]', async () => {
  await openWorld(async () => {
    kept(START - DAY)
    return '/fleets'
  })
  const dialog = await dialogNamed(titleOf('fleet'))
  expect((await found(dialog)).textContent).toContain('hello-fleet')
})

test('after more than a day it does not, and the dialog shows why it is empty [FLEET-039]', async () => {
  await openWorld(async () => {
    kept(START - DAY - 1)
    return '/fleets'
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Deploy from a URL' }))
  const dialog = await dialogNamed(titleOf('fleet'))
  expect(dialog.getByText(/This link has expired/)).toBeVisible()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Repository' }).value).toBe('')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(JSON.parse(localStorage.getItem(KEPT) ?? '0')).toBeNull())
})

test('what cannot be deployed is rejected with the specified text, and nothing is created [FLEET-034, FLEET-037, FLEET-038]', async () => {
  const { dialog, asked } = await openDeploy()
  await read(dialog, 'https://gitlab.com/flotilla-examples/hello-fleet')
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Only public repositories on GitHub are accepted/,
  )
  expect(asked.filter(({ url }) => url.includes('git')).map(({ url }) => url)).toEqual([])
  await read(dialog, project('gone'))
  expect(await dialog.findByText(`Repository not found: ${project('gone')}`)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
  await read(dialog, project('broken-contract'))
  expect(await dialog.findByText('The balena.yml contract in the repository is invalid')).toBeVisible()
  expect(reasonOf(deployButton(dialog))).toBe('Read a repository first')
  await userEvent.click(deployButton(dialog))
  expect(writes(asked)).toEqual([])
  expect(builds(asked)).toEqual([])
})

test('a project without a contract gets the default device type [FLEET-040]', async () => {
  const { dialog } = await openDeploy('fleet', {
    answer: ({ url }) => (url.endsWith('/balena.yml') ? refuse(404) : undefined),
  })
  await read(dialog, project('hello-fleet'))
  await found(dialog)
  await chooseOrganization(dialog)
  await waitFor(() => expect(typeOf(dialog)).toBe('Raspberry Pi 4 (64-bit)'))
})

test('a contract that does not load within 10 s times out, and can be retried [FLEET-036]', async () => {
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
