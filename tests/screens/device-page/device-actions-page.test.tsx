import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { variantOf } from '../looks.ts'
import {
  proxyTarget,
  openDevice,
  supervisorCalls,
  type DeviceScreen,
  type OpenDeviceOptions,
} from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"

const openActions = (options: Partial<OpenDeviceOptions> = {}) =>
  openDevice({ where: steady, search: '/actions', ...options })

const section = async (name: string) => within(await screen.findByRole('region', { name }))
const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

const posts = ({ asked }: DeviceScreen, path: string) =>
  asked.filter(({ method, url }) => method === 'POST' && url.startsWith(path)).length

const asks = (button: string, dialog: string) => async () => {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: dialog }))
}

test('the page has its two primary and three dangerous actions, each with title, description, docs and button [DACT-001, DACT-002, DACT-003]', async () => {
  await openActions()
  const titles = async (panel: string) =>
    (await section(panel)).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(await titles('Actions')).toEqual(['Identify', 'Restart services'])
  expect(await titles('Dangerous actions')).toEqual(['Purge data', 'Reboot', 'Shut down'])
  for (const name of ['Identify', 'Restart services', 'Purge data', 'Reboot', 'Shut down']) {
    const { getByRole, getByText } = await section(name)
    expect(getByRole('button', { name })).toBeVisible()
    expect(getByRole('link', { name: /^Read more/ }).getAttribute('href')).toMatch(/^https:\/\/docs\./)
    expect(getByText(/\.$/)).toBeVisible()
    const isDangerous = ['Purge data', 'Reboot', 'Shut down'].includes(name)
    expect(variantOf(getByRole('button', { name }))).toBe(isDangerous ? 'danger' : 'default')
  }
})

test.each([
  ['Restart services', 'Restart the services?', 'primary'],
  ['Reboot', 'Reboot the device?', 'danger'],
])('the button that confirms “%s” has the variant of its action', async (name, title, variant) => {
  await openActions()
  const dialog = await asks(name, title)()
  expect(variantOf(dialog.getByRole('button', { name }))).toBe(variant)
  expect(variantOf(dialog.getByRole('button', { name: 'Cancel' }))).toBe('default')
})

test('a purge is confirmed and reaches the device [DACT-063]', async () => {
  const { calls, answer } = supervisorCalls('purge')
  const opened = await openActions({ answer })
  const dialog = await asks('Purge data', 'Purge the data?')()
  expect(posts(opened, '/supervisor/v1/purge')).toBe(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Purge data' }))
  expect(await screen.findByText('Operation completed successfully')).toBeVisible()
  expect(calls).toEqual([await proxyTarget(opened)])
})

test('a shutdown that an update lock blocks can be forced, and both requests are reported [DACT-006, DACT-007, DACT-008, DACT-009, DACT-065]', async () => {
  const opened = await openActions({
    before: async (world, { uuid }) => {
      await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { lock: 'sensor-hub' } })
    },
  })
  const ask = await asks('Shut down', 'Shut down the device?')()
  await userEvent.click(ask.getByRole('button', { name: 'Shut down' }))
  const force = within(await screen.findByRole('dialog', { name: 'Action blocked by update lock' }))
  expect(force.getByText(/did not run .* because an update lock is set/)).toBeVisible()
  await userEvent.click(force.getByRole('button', { name: 'Force shutdown' }))
  expect(await screen.findByText('Operation completed successfully')).toBeVisible()
  expect(posts(opened, '/supervisor/v1/shutdown')).toBe(2)
})

test('whoever reboots a device hears when it is gone, and when it is back', async () => {
  const { world } = await openActions()
  const live = () =>
    within(screen.getByRole('region', { name: 'Notifications' })).getByRole('status').textContent
  const dialog = await asks('Reboot', 'Reboot the device?')()
  await userEvent.click(dialog.getByRole('button', { name: 'Reboot' }))
  await waitFor(() => expect(live()).toMatch(/Reboot · /))
  const passes = (ms: number) => world.clock.advanceTo(world.clock.now() + ms)
  passes(20_000)
  await waitFor(() => expect(live()).toMatch(/: (Disconnected|Reduced functionality)/))
  passes(600_000)
  await waitFor(() => expect(live()).toMatch(/: Operational/))
})

test('an error is shown in its dialog and as an error toast [ERR-040]', async () => {
  await openActions({
    answer: (request) =>
      request.url.endsWith('/supervisor/v1/restart')
        ? new Response('Supervisor is busy', { status: 500, headers: { 'content-type': 'text/plain' } })
        : undefined,
  })
  const dialog = await asks('Restart services', 'Restart the services?')()
  await userEvent.click(dialog.getByRole('button', { name: 'Restart services' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Supervisor is busy')
  expect(await screen.findByText('Operation failed with: Supervisor is busy')).toBeVisible()
})

test('for an offline device, each action says that it must be online, and nothing is sent [DACT-033]', async () => {
  const opened = await openActions({ change: { is_connected_to_vpn: false } })
  for (const name of ['Identify', 'Restart services', 'Purge data', 'Reboot', 'Shut down']) {
    const button = await screen.findByRole('button', { name })
    expect(reasonOf(button)).toBe('Device must be online')
    await userEvent.click(button)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(posts(opened, '/supervisor/')).toBe(0)
})

test('in local mode, actions on the fleet’s services are disabled, and the others are not [DACT-040]', async () => {
  const opened = await openActions({
    change: { device_config_variable: [{ name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' }] },
  })
  const of = async (name: string) => (await section(name)).getByRole('button', { name })
  for (const name of ['Restart services', 'Purge data']) {
    expect(reasonOf(await of(name))).toBe('Not available in local mode')
    await userEvent.click(await of(name))
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(reasonOf(await of('Reboot'))).toBeUndefined()
  expect(posts(opened, '/supervisor/')).toBe(0)
})

test('a device without an LED cannot blink [DACT-036]', async () => {
  await openActions({
    answer: (request) =>
      request.url.includes('/v7/device_type?')
        ? Response.json({
            d: [
              {
                slug: 'raspberrypi4-64',
                name: 'Raspberry Pi 4',
                contract: { data: { led: false } },
                is_of__cpu_architecture: [{ slug: 'aarch64' }],
              },
            ],
          })
        : undefined,
    change: { is_of__device_type: [{ slug: 'raspberrypi4-64', name: 'Raspberry Pi 4' }] },
  })
  const button = await screen.findByRole('button', { name: 'Identify' })
  await waitFor(() => expect(reasonOf(button)).toBe('1 device does not support blinking'))
})

test('users without access to supervisors see every action with the reason [PERM-043]', async () => {
  await openActions({ as: 'sol' })
  const button = await screen.findByRole('button', { name: 'Reboot' })
  expect(reasonOf(button)).toContain('Limited operator')
})

test('each action shows its equivalent command', async () => {
  const { uuid } = await openActions()
  const { getByText, getByRole } = await section('Reboot')
  await userEvent.click(getByText('Show as a command'))
  expect(getByRole('region', { name: 'CLI' }).textContent).toBe(`balena device reboot ${uuid}`)
})
