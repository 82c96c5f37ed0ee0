import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { toneOf } from '../looks.ts'
import { reasonOf } from '../variables/variable-screens.ts'
import { findPanel, proxyTarget, openDevice, supervisorCalls, type DeviceScreen } from './open-device.tsx'

const inColdChain = "belongs_to__application/app_name eq 'cold-chain-eu'"
const steady = `${inColdChain} and overall_status eq 'operational'`
const updating = `${inColdChain} and overall_status eq 'updating'`

const lockedBy =
  (service: string | null) =>
  (world: TestCloud, { uuid }: { uuid: string }) =>
    world
      .request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { lock: service } })
      .then(() => undefined)

const posts = ({ asked }: DeviceScreen, path: string) =>
  asked.filter(({ method, url }) => method === 'POST' && url.startsWith(path)).length

const services = async () => within(await findPanel('Services'))
const service = async (name: string) => within((await services()).getByRole('listitem', { name }))

test('the card has an Actions menu with all actions [DEV-017, DACT-001, DACT-002]', async () => {
  await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  const menu = within(await screen.findByRole('menu', { name: 'Actions' }))
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Identify',
    'Restart services',
    'Compare logs…',
    'Run a command…',
    'Compare with…',
    'Update OS',
    'Update supervisor',
    'Reboot',
    'Shut down',
    'Purge data',
  ])
})

test('blinking needs no confirmation [DACT-060]', async () => {
  const opened = await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Identify' }))
  expect(await screen.findByText(/is blinking$/)).toBeVisible()
  expect(posts(opened, '/supervisor/v1/blink')).toBe(1)
})

test('a restart is confirmed, runs and reports success [DACT-048, ERR-037, ERR-048, ERR-049]', async () => {
  const { calls, answer } = supervisorCalls('restart')
  const opened = await openDevice({ where: steady, answer })
  await userEvent.click(await screen.findByRole('button', { name: 'Restart' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart the services?' }))
  expect(posts(opened, '/supervisor/v1/restart')).toBe(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Restart services' }))
  expect(await screen.findByText('Operation completed successfully')).toBeVisible()
  expect(calls).toEqual([await proxyTarget(opened)])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an update lock blocks a reboot, and a second dialog offers to force it [DACT-006, DACT-007, DACT-008, DACT-009, DACT-064]', async () => {
  const opened = await openDevice({ where: steady, before: lockedBy('sensor-hub') })
  await userEvent.click(await screen.findByRole('button', { name: 'Reboot' }))
  const ask = within(await screen.findByRole('dialog', { name: 'Reboot the device?' }))
  await userEvent.click(ask.getByRole('button', { name: 'Reboot' }))

  const force = within(await screen.findByRole('dialog', { name: 'Action blocked by update lock' }))
  expect(force.getByText(/because an update lock is set/)).toBeVisible()
  expect(screen.queryByText('Operation completed successfully')).toBeNull()
  await userEvent.click(force.getByRole('button', { name: 'Force reboot' }))
  expect(await screen.findByText('Operation completed successfully')).toBeVisible()
  expect(posts(opened, '/supervisor/v1/reboot')).toBe(2)
})

test('a purge that an update lock blocks fails in its dialog', async () => {
  await openDevice({ where: steady, before: lockedBy('sensor-hub') })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Purge data' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Purge the data?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Purge data' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Action blocked by update lock')
})

test('an offline device disables the actions, with the reason', async () => {
  await openDevice({
    where: `${inColdChain} and overall_status eq 'operational'`,
    change: { is_connected_to_vpn: false },
  })
  const reboot = await screen.findByRole('button', { name: 'Reboot' })
  expect(reboot.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(reboot.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Device must be online')
})

test('a service is stopped, started and restarted from its row; while stopped it is red and cannot be restarted [SVC-004, SVC-008, SVC-011, SVC-012, SVC-013]', async () => {
  const opened = await openDevice({ where: steady })
  const row = await service('uplink')
  const settle = async (seconds: number) =>
    opened.world.clock.advanceTo(opened.world.clock.now() + seconds * 1000)
  const restart = () => row.getByRole('button', { name: 'Restart uplink' })
  expect(row.getByText('Running')).toBeVisible()
  expect(reasonOf(restart())).toBeUndefined()

  await userEvent.click(row.getByRole('button', { name: 'Stop uplink' }))
  await row.findByText('Stopping')
  await settle(30)
  const stopped = await row.findByText(/^(Stopped|Exited)$/)
  expect(stopped).toBeVisible()
  expect(toneOf(stopped)).toBe('bad')
  expect(reasonOf(restart())).toBe('The service is stopped')
  await userEvent.click(restart())

  await userEvent.click(row.getByRole('button', { name: 'Start uplink' }))
  await row.findByText('Starting')
  await settle(30)
  expect(await row.findByText('Running')).toBeVisible()

  await userEvent.click(restart())
  await waitFor(() => expect(posts(opened, '/supervisor/v2/applications/')).toBe(3))
  const verbs = opened.asked.flatMap(({ url }) => /\/([a-z]+)-service$/.exec(url)?.[1] ?? [])
  expect(verbs).toEqual(['stop', 'start', 'restart'])
})

test('a service with an update lock shows that in its row, and can be forced', async () => {
  await openDevice({ where: steady, before: lockedBy('uplink') })
  const row = await service('uplink')
  await userEvent.click(row.getByRole('button', { name: 'Stop uplink' }))
  const problem = within(await row.findByRole('alert'))
  expect(problem.getByText(/an update lock is set/)).toBeVisible()
  await userEvent.click(problem.getByRole('button', { name: 'Force' }))
  await waitFor(() => expect(row.queryByRole('alert')).toBeNull())
})

test('a running or idle service is shown as healthy, a stopped or exited one as failed [SVC-003, SVC-004]', async () => {
  const statuses = ['Running', 'Idle', 'Stopped', 'exited']
  await openDevice({
    where: steady,
    change: ({ image_install: installs }) => ({
      image_install: (installs as object[]).map((install, nth) => ({ ...install, status: statuses[nth] })),
    }),
  })
  const marks = (await services()).getAllByText(/^(Running|Idle|Stopped|Exited)$/)
  expect(Object.fromEntries(marks.map((mark) => [mark.textContent, toneOf(mark)]))).toEqual({
    Running: 'ok',
    Idle: 'ok',
    Stopped: 'bad',
    Exited: 'bad',
  })
})

test('during an update each service shows its current and its next release [SVC-001, SVC-002]', async () => {
  await openDevice({ where: updating })
  const names = (await services()).getAllByRole('listitem').map((item) => item.getAttribute('aria-label'))
  expect(names).toEqual(['dashboard', 'sensor-hub', 'uplink', 'watchdog'])
  const row = await service('uplink')
  expect(row.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['4.11.0', '4.12.1'])
  expect(row.getByText('Running')).toBeVisible()
  expect(row.getByText(/^Downloading \d+ %$/)).toBeVisible()
  expect(row.getByRole('progressbar', { name: 'Download of uplink 4.12.1' })).toBeVisible()
})

test.each([
  ['6.99.9', 'Needs supervisor 7 or newer'],
  ['7.0.0', undefined],
])(
  'services have their own buttons if there are several, enabled from supervisor 7 on: %s [SVC-009, SVC-010]',
  async (supervisor_version, reason) => {
    await openDevice({ where: steady, change: { supervisor_version } })
    const row = await service('uplink')
    expect(reasonOf(row.getByRole('button', { name: 'Stop uplink' }))).toBe(reason)
    expect(reasonOf(row.getByRole('button', { name: 'Restart uplink' }))).toBe(reason)
    expect(reasonOf(row.getByRole('button', { name: 'Start uplink' }))).toBe(
      reason ?? 'The service is running',
    )
  },
)

test('in local mode the services are unavailable [DEV-020]', async () => {
  await openDevice({
    where: steady,
    change: { device_config_variable: [{ name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' }] },
  })
  const panel = await services()
  expect(panel.getByText('Service information is unavailable in local mode.')).toBeVisible()
  expect(panel.queryByRole('listitem')).toBeNull()
})

test('a device without services has no services panel [DEV-019]', async () => {
  await openDevice({ where: steady, change: { image_install: [] } })
  await findPanel('Device')
  expect(screen.queryByRole('region', { name: 'Services' })).toBeNull()
})

/** What the live region of the application contains. */
const announced = () =>
  within(screen.getByRole('region', { name: 'Notifications' })).getByRole('status').textContent ?? ''

test('each action on a service is announced with its name, and so is the status it leads to', async () => {
  const opened = await openDevice({ where: steady })
  const row = await service('uplink')
  await userEvent.click(row.getByRole('button', { name: 'Stop uplink' }))
  await waitFor(() => expect(announced()).toContain('uplink is being stopped'))
  await row.findByText('Stopping')
  opened.world.clock.advanceTo(opened.world.clock.now() + 30_000)
  await row.findByText(/^(Stopped|Exited)$/)
  await waitFor(() => expect(announced()).toMatch(/uplink: (Stopped|Exited)/))

  await userEvent.click(row.getByRole('button', { name: 'Start uplink' }))
  await waitFor(() => expect(announced()).toContain('uplink is being started'))
  opened.world.clock.advanceTo(opened.world.clock.now() + 30_000)
  await waitFor(() => expect(announced()).toContain('uplink: Running'))
  await userEvent.click(row.getByRole('button', { name: 'Restart uplink' }))
  await waitFor(() => expect(announced()).toContain('uplink is being restarted'))
})

test('all services restart only after the same question as elsewhere, and success is announced', async () => {
  const opened = await openDevice({ where: steady })
  await userEvent.click((await services()).getByRole('button', { name: 'Restart all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart the services?' }))
  expect(posts(opened, '/supervisor/v1/restart')).toBe(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Restart services' }))
  await waitFor(() => expect(announced()).toContain('Restart services'))
  expect(posts(opened, '/supervisor/v1/restart')).toBe(1)
})
