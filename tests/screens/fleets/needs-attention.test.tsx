import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '../../../src/lib/paths.ts'
import { refuse } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'

const HOUR = 3_600_000
const goTo = (path: string) =>
  act(() => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

test('an issue is acknowledged for the team with a reason and an end, stays counted, and is undone', async () => {
  let isRefused = true
  const { world } = await openWorld(async (world) => `/fleets/${await fleetId(world, 'kiosk-lobby')}`, {
    answer: ({ url, method }) =>
      isRefused && method === 'POST' && url.includes('/v7/device_tag') ? refuse(500) : undefined,
  })
  const list = () => screen.findByRole('list', { name: 'Needs attention' })
  const acknowledge = await within(await list()).findByRole('button', { name: 'Acknowledge: Offline (1)' })
  await waitFor(() => expect(acknowledge).not.toHaveAttribute('aria-disabled', 'true'))
  await userEvent.click(acknowledge)
  const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge: Offline' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'The lobby is being rebuilt')
  await userEvent.click(dialog.getByRole('radio', { name: '4 hours' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }))
  // What was typed stays when the platform fails.
  await dialog.findByRole('alert')
  expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue('The lobby is being rebuilt')
  isRefused = false
  await userEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }))
  const known = within(await screen.findByRole('list', { name: 'Acknowledged issues' }))
  expect(known.getByText('The lobby is being rebuilt')).toBeVisible()
  expect(known.getByText(/^Acknowledged by ada until .*UTC|^Acknowledged by ada until /)).toBeVisible()

  const [tag] = await world.rows("/v7/device_tag?$filter=startswith(tag_key,'flotilla.')", 'ada')
  expect(tag?.tag_key).toBe('flotilla.acknowledged.offline')
  const { until } = JSON.parse(String(tag?.value)) as { until: string }
  expect(Math.abs(Date.parse(until) - Date.now() - 4 * HOUR)).toBeLessThan(HOUR)
  // It is still counted and listed, and says that it is known.
  expect(screen.getByRole('link', { name: 'Show all 1' })).toBeVisible()
  expect(screen.getByText('1 acknowledged')).toBeVisible()
  const offline = within(await list()).getByRole('listitem')
  expect(offline).toHaveTextContent(/Offline.*Acknowledged.*1/)
  expect(within(offline).queryByRole('button', { name: /^Acknowledge/ })).toBeNull()

  // The page of the device says it too, and does not show the tag.
  const device = within(offline).getAllByRole('link')[0]?.getAttribute('href') ?? ''
  goTo(device)
  const issues = within(await screen.findByRole('region', { name: 'Issues' }))
  expect(await issues.findByText('The lobby is being rebuilt')).toBeVisible()
  expect(screen.queryByText(/flotilla\.acknowledged/)).toBeNull()
  await userEvent.click(issues.getByRole('button', { name: /^Undo: Offline, / }))
  expect(await issues.findByRole('button', { name: 'Acknowledge: Offline (1)' })).toBeVisible()
  expect(await world.rows("/v7/device_tag?$filter=startswith(tag_key,'flotilla.')", 'ada')).toEqual([])
})

test('the reason that is being typed stays when the issue ends', async () => {
  let uuid = ''
  const { world } = await openWorld(
    async (world) => {
      const fleet = await fleetId(world, 'kiosk-lobby')
      const [device] = await world.rows(
        `/v7/device?$select=uuid&$filter=belongs_to__application eq ${fleet} and overall_status eq 'disconnected'`,
        'ada',
      )
      uuid = String(device?.uuid)
      return `/fleets/${fleet}`
    },
    { simulated: true },
  )
  const become = (contact: string) =>
    act(() => world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { contact } }))
  const type = async () => {
    const acknowledge = await screen.findByRole('button', { name: 'Acknowledge: Offline (1)' })
    await waitFor(() => expect(acknowledge).not.toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(acknowledge)
    const reason = await screen.findByRole('textbox', { name: /^Reason/ })
    await userEvent.type(reason, 'Rebuilt')
    return reason
  }
  const isGone = () =>
    waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Acknowledge: Offline (1)', hidden: true })).toBeNull(),
    )

  const inFleet = await type()
  await become('cloudlink')
  await isGone()
  expect(inFleet).toBeVisible()
  expect(inFleet).toHaveValue('Rebuilt')
})

test('an acknowledgement ends by itself; a role that cannot write tags is told why it cannot acknowledge', async () => {
  await openWorld(
    async (world) => {
      const fleet = await fleetId(world, 'kiosk-lobby')
      const [device] = await world.rows(
        `/v7/device?$select=id&$filter=belongs_to__application eq ${fleet} and overall_status eq 'disconnected'`,
        'ada',
      )
      const value = JSON.stringify({
        until: new Date(Date.now() - 1).toISOString(),
        by: 'ada',
        reason: 'Over',
      })
      await world.request('/v7/device_tag', {
        as: 'ada',
        method: 'POST',
        body: { device: device?.id, tag_key: 'flotilla.acknowledged.offline', value },
      })
      return `/fleets/${fleet}`
    },
    { as: 'olive' },
  )
  const list = await screen.findByRole('list', { name: 'Needs attention' })
  const button = await within(list).findByRole('button', { name: 'Acknowledge: Offline (1)' })
  await waitFor(() => expect(button).toHaveAccessibleDescription(/cannot|not allow|role/i))
  expect(screen.queryByRole('list', { name: 'Acknowledged issues' })).toBeNull()
})

test('a device that loses contact again and again says how often, also when it is well', async () => {
  let uuid = ''
  let id = 0
  await openWorld(
    async (world) => {
      id = await fleetId(world, 'kiosk-lobby')
      const [device] = await world.rows(
        `/v7/device?$select=uuid&$filter=belongs_to__application eq ${id} and overall_status eq 'operational'&$top=1`,
        'ada',
      )
      uuid = String(device?.uuid)
      for (let nth = 0; nth < 4; nth += 1)
        for (const contact of ['away', 'cloudlink']) {
          await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { contact } })
          world.clock.advanceTo(world.clock.now() + 10 * 60_000)
        }
      return `/fleets/${id}`
    },
    { simulated: true },
  )
  expect(await screen.findByText('Unstable connection')).toBeVisible()
  expect(screen.getByText('4 times')).toBeVisible()
  expect(screen.getByText('Lost contact at least three times in the last 24 hours.')).toBeVisible()
  goTo(paths.device(uuid))
  expect(await screen.findByText('This device lost contact 4 times in the last 24 hours')).toBeVisible()
})
