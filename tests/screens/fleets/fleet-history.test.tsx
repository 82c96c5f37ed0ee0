import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { api } from '../../../src/api/api.ts'
import { planSchema } from '../../../src/engines/rollouts/rollout-plan.ts'
import { RolloutPlatform } from '../../../src/engines/rollouts/rollout-platform.ts'
import { RolloutRunner } from '../../../src/engines/rollouts/rollout-runner.ts'
import { RolloutStore } from '../../../src/engines/rollouts/rollout-store.ts'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'

test('on a platform without history, the summary records what it reads, and says so [OPS-109]', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'kiosk-lobby')}`)
  const panel = within(await screen.findByRole('region', { name: 'Last 24 hours' }))
  expect(await panel.findByText('Nothing is recorded yet')).toBeVisible()
  await userEvent.click(panel.getByRole('radio', { name: '7 d' }))
  expect(await screen.findByRole('region', { name: 'Last 7 days' })).toBeVisible()
  expect(address()).toMatch(/\?span=week$/)
})

test('the strip over the fleets adds up what the list has read, and asks the platform for nothing more [OPS-110]', async () => {
  const { asked } = await openWorld('/fleets')
  await findHeading('Fleets')
  const strip = within(await screen.findByRole('group', { name: 'All fleets at a glance' }))
  await waitFor(() => expect(strip.getByText(/devices in \d+ fleets/)).toBeVisible())
  const cards = screen
    .getAllByRole('heading', { level: 2 })
    .flatMap((heading) => heading.closest('li')?.querySelector('p b')?.textContent ?? [])
  const sum = cards.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0)
  expect(strip.getByText(sum.toLocaleString('en-GB'))).toBeVisible()
  expect(strip.getByText('disconnected or reduced')).toBeVisible()
  expect(asked.some(({ url }) => /\/v7\/device[/?].*belongs_to__application in/.test(readable(url)))).toBe(
    false,
  )
})

test('a press on a moment of the chart shows the devices of that time; without records of devices, their numbers', async () => {
  let uuid = ''
  const { world } = await openWorld(
    async (world) => {
      const id = await fleetId(world, 'kiosk-lobby')
      const [device] = await world.rows(
        `/v7/device?$select=uuid&$filter=belongs_to__application eq ${id} and overall_status eq 'operational'&$top=1`,
        'ada',
      )
      uuid = String(device?.uuid)
      const away = (contact: string) =>
        world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { contact } })
      await away('away')
      world.clock.advanceTo(world.clock.now() + 3_600_000)
      await away('cloudlink')
      world.clock.advanceTo(world.clock.now() + 3_600_000)
      return `/fleets/${id}`
    },
    { simulated: true },
  )
  const panel = within(await screen.findByRole('region', { name: 'Last 24 hours' }))
  const slider = await panel.findByRole('slider')
  slider.focus()
  // Four times an hour: one and a half hours ago, the device was away.
  await userEvent.keyboard('{ArrowLeft>6/}{Enter}')
  const then = within(await panel.findByRole('region', { name: /^Devices at / }))
  const link = await waitFor(() => {
    const found = then.getAllByRole<HTMLAnchorElement>('link').find(({ href }) => href.endsWith(uuid))
    if (!found) throw new Error('The device is not named')
    return found
  })
  expect(link.closest('li')).toHaveTextContent(/^2 disconnected: /)
  // The times of the next answer are other ones; what is open stays.
  const newest = slider.getAttribute('aria-valuetext')
  act(() => world.clock.advanceTo(world.clock.now() + 120_000))
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).not.toBe(newest))
  expect(link).toBeVisible()
  await userEvent.click(then.getByRole('button', { name: 'Close' }))
  expect(panel.queryByRole('region', { name: /^Devices at / })).toBeNull()
  // The first moment of a week is a little older than a week when it is asked for.
  await userEvent.click(panel.getByRole('radio', { name: '7 d' }))
  const week = within(await screen.findByRole('region', { name: 'Last 7 days' }))
  ;(await week.findByRole('slider')).focus()
  act(() => world.clock.advanceTo(world.clock.now() + 1_000))
  await userEvent.keyboard('{Home}{Enter}')
  expect(await week.findByText(/operational/, { selector: 'li span' })).toBeVisible()
  expect(screen.queryByText('The devices at that time could not be loaded')).toBeNull()
})

test('what happened in the staged rollout of a fleet is among its events', async () => {
  const { world } = await openWorld('/fleets', { simulated: true })
  await findHeading('Fleets')
  const id = await fleetId(world, 'kiosk-lobby')
  const [release] = await world.rows(
    `/v7/release?$select=id&$top=1&$filter=belongs_to__application eq ${id} and status eq 'success'`,
    'ada',
  )
  const now = () => world.clock.now()
  const runner = { id: '0123456789ab', name: 'ada' }
  const made = new RolloutRunner({
    store: new RolloutStore(api().data, id, runner, now),
    platform: new RolloutPlatform(api().data, id, now),
    runner,
  })
  const plan = planSchema.parse({ stages: [{ percent: 20 }, { percent: 100 }], limits: [] })
  await made.create({ release: { id: Number(release?.id), label: '1.0.9' }, plan })
  await made.poll()
  world.clock.advanceTo(now() + 1_800_000)
  await userEvent.click(await screen.findByRole('link', { name: 'kiosk-lobby' }))
  const panel = within(await screen.findByRole('region', { name: 'Last 24 hours' }))
  await userEvent.click(await panel.findByRole('button', { name: 'Show as table' }))
  const events = within(await panel.findByRole('table', { name: 'What happened' }))
  expect(
    await events.findByText(/^Rollout of 1\.0\.9: Stage “20 %” started with \d+ devices?$/),
  ).toBeVisible()
})
