import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'

test('on a platform without history, the summary records what it reads, and says so', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'kiosk-lobby')}`)
  const panel = within(await screen.findByRole('region', { name: 'Last 24 hours' }))
  expect(await panel.findByText('Nothing is recorded yet')).toBeVisible()
  await userEvent.click(panel.getByRole('radio', { name: '7 d' }))
  expect(await screen.findByRole('region', { name: 'Last 7 days' })).toBeVisible()
  expect(address()).toMatch(/\?span=week$/)
})

test('the strip over the fleets adds up what the list has read, and asks the platform for nothing more', async () => {
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
  expect(
    asked.some(({ url }) => readable(url).includes('/v7/device/$count?$filter=belongs_to__application in')),
  ).toBe(false)
})
