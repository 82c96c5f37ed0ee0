import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { toneOf } from '../looks.ts'
import { address, json, refuse } from '../open-app.tsx'
import { captureSavedFiles } from '../saved-files.ts'
import { findPanel, openDevice } from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"
const SECONDS = 1000

type Named = { id: number; uuid: string }

/** Runs a script on the device, and waits for its end. */
const runScript =
  (script: 'checks' | 'diagnose') =>
  async (world: TestCloud, { uuid }: Named) => {
    await world.request(`/v1/${uuid}/${script}`, { as: 'ada', method: 'POST', body: { parameters: {} } })
    world.clock.advanceTo(world.clock.now() + 60 * SECONDS)
  }

const cutOff = async (world: TestCloud, { uuid }: Named) => {
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
}

const asks = (method: string, path: RegExp, answer: () => Response) => (request: Request) =>
  request.method === method && path.test(new URL(request.url).pathname) ? answer() : undefined

const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

test('the diagnostics have three parts with their own URLs [DIAG-001, DEV-001]', async () => {
  const { uuid } = await openDevice({ where: steady })
  const tabs = within(await screen.findByRole('navigation', { name: 'Device sections' }))
  await userEvent.click(tabs.getByRole('link', { name: 'Diagnostics' }))
  const parts = within(await screen.findByRole('navigation', { name: 'Diagnostics sections' }))
  expect(parts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Health checks',
    'Device diagnostics',
    'Supervisor state',
  ])
  expect(await screen.findByRole('heading', { level: 1, name: 'Device health checks' })).toBeVisible()
  expect(address()).toBe(`/devices/${uuid}/diagnostics`)
  await userEvent.click(parts.getByRole('link', { name: 'Device diagnostics' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Device diagnostics' })).toBeVisible()
  await userEvent.click(parts.getByRole('link', { name: 'Supervisor state' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Supervisor state' })).toBeVisible()
  expect(address()).toBe(`/devices/${uuid}/diagnostics/supervisor`)
})

test('users without permission have no diagnostics tab and are redirected to the start page [ROUTE-015]', async () => {
  await openDevice({ where: steady, as: 'olive', search: '/diagnostics' })
  await screen.findByRole('heading', { level: 1, name: 'Fleets' })
  expect(address()).toBe('/fleets')
  expect(await screen.findByText('The page “Diagnostics” needs another role')).toBeVisible()
})

test('an observer has no diagnostics tab', async () => {
  await openDevice({ where: steady, as: 'olive' })
  const tabs = within(await screen.findByRole('navigation', { name: 'Device sections' }))
  expect(tabs.queryByRole('link', { name: 'Diagnostics' })).toBeNull()
})

test('health checks show each check, its result and measurement, the time of the run and the version [DIAG-002, DIAG-003, DIAG-004, DATA-045, DATA-046]', async () => {
  const { asked, uuid } = await openDevice({
    where: steady,
    search: '/diagnostics',
    before: runScript('checks'),
  })
  const table = within(await screen.findByRole('table', { name: 'Health checks of the device' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Check',
    'Outcome',
    'Status',
  ])
  const row = within(table.getByRole('row', { name: /check_memory/ }))
  expect(row.getByText('Success')).toBeVisible()
  expect(row.getByText(/memory/, { selector: 'td' }).textContent).not.toBe('')
  const panel = within(await findPanel('Device health checks'))
  expect(panel.getByText('Last run').nextElementSibling?.querySelector('time')).not.toBeNull()
  expect(panel.getByText('Checks version').nextElementSibling?.textContent).toMatch(/^\d+\.\d+\.\d+$/)
  expect(asked.some(({ url }) => url === `/v1/${uuid}/checks`)).toBe(true)
})

test('a failed check is shown first', async () => {
  const checks = [
    { name: 'check_memory', success: true, status: '62% memory available' },
    { name: 'check_localdisk', success: false, status: 'Low disk space' },
  ]
  await openDevice({
    where: steady,
    search: '/diagnostics',
    answer: asks('GET', /\/checks$/, () =>
      json({ action: 'checks', status: 'done', stdout: { diagnose_version: '4.22.0', checks }, error: '' }),
    ),
  })
  const table = within(await screen.findByRole('table', { name: 'Health checks of the device' }))
  const [, first] = table.getAllByRole('row')
  expect(first?.textContent).toBe('check_localdiskFailedLow disk space')
  expect(toneOf(table.getByText('Failed'))).toBe('bad')
  expect(toneOf(table.getByText('Success'))).toBe('ok')
  expect(screen.getByText('1 of 2 checks failed')).toBeVisible()
})

test('running the checks sends one request with empty parameters; until the response, they are in progress and the old result is covered [DIAG-010, DIAG-011, DIAG-016, DIAG-017]', async () => {
  const bodies: unknown[] = []
  const never = Promise.withResolvers<Response>()
  const { asked, uuid } = await openDevice({
    where: steady,
    search: '/diagnostics',
    answer: (request) => {
      if (request.method === 'POST' && request.url.endsWith('/checks')) {
        void request
          .clone()
          .json()
          .then((body) => bodies.push(body))
        return never.promise
      }
      return undefined
    },
  })
  expect(await screen.findByText(/No check data yet/)).toBeVisible()
  const run = await screen.findByRole('button', { name: 'Run checks' })
  await userEvent.click(run)
  expect(await screen.findByText('Running on the device…')).toBeVisible()
  expect(screen.getByText('In progress')).toBeVisible()
  expect(run.getAttribute('aria-busy')).toBe('true')
  await userEvent.click(run)
  // A change is noted before it is sent, and what notes it is loaded with the first one.
  await waitFor(() => expect(bodies).toEqual([{ parameters: {} }]))
  const posts = asked.filter(({ method, url }) => method === 'POST' && url === `/v1/${uuid}/checks`)
  expect(posts).toHaveLength(1)
})

test('a failed run is shown in place and as a toast [DIAG-012, DIAG-029]', async () => {
  await openDevice({
    where: steady,
    search: '/diagnostics/diagnose',
    answer: asks('POST', /\/diagnose$/, () => json('Device is not online', 400)),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Run diagnostics' }))
  await screen.findByText('The diagnostics could not be run')
  const panel = within(await findPanel('Device diagnostics'))
  expect(panel.getByRole('alert').textContent).toBe('Device is not online')
  expect(panel.getByText('Failed')).toBeVisible()
})

test('diagnostics show standard output, standard error and their last run [DIAG-005, DIAG-006]', async () => {
  const run = {
    status: 'done',
    stdout: 'Disks are mounted',
    stderr: 'No modem',
    lastRun: '2026-11-20T14:00:00Z',
  }
  await openDevice({
    where: steady,
    search: '/diagnostics/diagnose',
    answer: asks('GET', /\/diagnose$/, () => json(run)),
  })
  const output = await screen.findByRole('region', { name: 'Standard output' })
  expect(output).toHaveTextContent('Disks are mounted')
  expect(output).not.toHaveTextContent('No modem')
  const errors = screen.getByRole('region', { name: 'Standard error' })
  expect(errors).toHaveTextContent('No modem')
  expect(errors).not.toHaveTextContent('Disks are mounted')
  const panel = within(await findPanel('Device diagnostics'))
  expect(panel.getByText('Last run').nextElementSibling?.querySelector('time')).not.toBeNull()
})

test.each([
  ['health checks are asked for again every 15 s [DIAG-021]', '/diagnostics', 'checks', 15_000],
  ['diagnostics are asked for again every 5 s [DIAG-022]', '/diagnostics/diagnose', 'diagnose', 5_000],
] as const)('%s', async (_what, search, script, every) => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  const read: number[] = []
  await openDevice({
    where: steady,
    search,
    answer: ({ method, url }) => {
      if (method === 'GET' && url.endsWith(`/${script}`)) read.push(Date.now())
      return undefined
    },
  })
  await screen.findByRole('button', { name: /^Run / })
  while (read.length < 5) await vi.advanceTimersByTimeAsync(250)
  // The clock also advances by itself while a response is pending.
  const gaps = read.slice(1).map((at, nth) => at - (read[nth] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(every)
  expect(Math.min(...gaps)).toBeLessThan(every + 400)
})

test.each([
  ['configuring', 'Configuring', 'info', true],
  ['done', 'Done', 'ok', false],
  ['error', 'Failed', 'bad', false],
  ['idle', 'Not run', 'idle', false],
  ['in_progress', 'In progress', 'info', true],
])('checks that the device reports as %s are shown as %s [DIAG-009]', async (status, word, tone, isBusy) => {
  await openDevice({
    where: steady,
    search: '/diagnostics',
    answer: asks('GET', /\/checks$/, () => json({ status })),
  })
  const mark = await within(await findPanel('Device health checks')).findByText(word)
  expect(toneOf(mark)).toBe(tone)
  expect(screen.getByRole('button', { name: 'Run checks' }).getAttribute('aria-busy') === 'true').toBe(isBusy)
})

test.each([
  ['checks', 'checks', '', /^\{/, 'json'],
  ['diagnose', 'diagnostics', '/diagnose', /HOST OS/, 'txt'],
] as const)(
  'the result of %s is saved with the device’s UUID and the time of the run, in lowercase [DIAG-030, DIAG-031]',
  async (script, what, path, content, ending) => {
    const saved = captureSavedFiles()
    const { uuid } = await openDevice({
      where: steady,
      search: `/diagnostics${path}`,
      before: runScript(script),
    })
    await screen.findByText('Done')
    await userEvent.click(screen.getByRole('button', { name: 'Download' }))
    expect(saved.map(({ name }) => name)).toEqual([
      expect.stringMatching(new RegExp(`^${uuid}_${what}_\\d{8}-\\d{6}\\.${ending}$`)),
    ])
    expect(await saved[0]?.blob.text()).toMatch(content)
  },
)

test('an offline device cannot run anything; the reason mentions cloudlink, and there is no data [DIAG-013, DIAG-014, DIAG-027, DIAG-028]', async () => {
  await openDevice({ where: steady, search: '/diagnostics', before: cutOff })
  const run = await screen.findByRole('button', { name: 'Run checks' })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  expect(reasonOf(run)).toMatch(/must be online.*cloudlink/)
  expect(await screen.findByText('There is no check data, and the device is offline.')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Device diagnostics' }))
  expect(await screen.findByText('This device is offline and has no diagnostics data.')).toBeVisible()
  expect(reasonOf(await screen.findByRole('button', { name: 'Run diagnostics' }))).toMatch(/cloudlink/)
})

test.each([
  ['balenaOS 2.10.9', true],
  ['balenaOS 2.11.0', false],
])('health checks on %s warn of the old version: %s [DIAG-015]', async (os_version, warns) => {
  await openDevice({ where: steady, search: '/diagnostics', change: { os_version } })
  await screen.findByRole('button', { name: 'Run checks' })
  expect(screen.queryByText(/Health checks need OS version 2.11.0/) !== null).toBe(warns)
})

test('checks that fail to load show the reason [DIAG-023]', async () => {
  await openDevice({
    where: steady,
    search: '/diagnostics',
    answer: asks('GET', /\/checks$/, () => json('the actions service is asleep', 500)),
  })
  expect(await screen.findByText('Failed query check: the actions service is asleep')).toBeVisible()
})

test('the supervisor state shows the current state, the target, and the differences [DIAG-007, DIAG-008, DIAG-018, DIAG-020]', async () => {
  const { asked, uuid } = await openDevice({ where: steady, search: '/diagnostics/supervisor' })
  const table = within(await screen.findByRole('table', { name: 'Device and target' }))
  const release = within(table.getByRole('row', { name: /^Release/ }))
  expect(release.getByText('Same')).toBeVisible()
  expect(await screen.findByText('The device matches its target state.')).toBeVisible()
  const current = await screen.findByRole('region', { name: 'Current state on the device' })
  expect(current.textContent).toContain('api_port')
  const target = screen.getByRole('region', { name: 'Target state from the API' })
  expect(target.textContent).toContain('RESIN_SUPERVISOR_POLL_INTERVAL')
  expect(asked.some(({ method, url }) => method === 'POST' && url === '/supervisor/v1/device')).toBe(true)
  expect(asked.some(({ url }) => url === `/device/v3/${uuid}/state`)).toBe(true)
})

test('an old supervisor gets the old target format [DIAG-019]', async () => {
  const { asked, uuid } = await openDevice({
    where: steady,
    search: '/diagnostics/supervisor',
    change: { supervisor_version: '12.11.38' },
  })
  expect(await screen.findByText('version 2')).toBeVisible()
  expect(asked.some(({ url }) => url === `/device/v2/${uuid}/state`)).toBe(true)
  expect(asked.some(({ url }) => url === `/device/v3/${uuid}/state`)).toBe(false)
})

test('an unreachable device is not an error, and the comparison uses its last report [DIAG-026]', async () => {
  await openDevice({ where: steady, search: '/diagnostics/supervisor', before: cutOff })
  const notice = await screen.findByText(/its supervisor cannot be queried/)
  expect(notice).toBeVisible()
  expect(notice.closest('[data-tone]')?.getAttribute('data-tone')).toBe('info')
  expect(await screen.findByRole('table', { name: 'Device and target' })).toBeVisible()
  expect(screen.queryByText(/Supervisor Current State error/)).toBeNull()
})

test('if a state fails to load, the error says which one [DIAG-024, DIAG-025]', async () => {
  await openDevice({
    where: steady,
    search: '/diagnostics/supervisor',
    answer: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/supervisor/v1/device') return json('Bad API response from supervisor', 500)
      return pathname.startsWith('/device/v3/') ? refuse(500) : undefined
    },
  })
  expect(
    await screen.findByText('Supervisor Current State error: Bad API response from supervisor'),
  ).toBeVisible()
  expect(await screen.findByText(/^supervisor target state error: /)).toBeVisible()
})
