import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import {
  action,
  findTable,
  loadParts,
  openDevices,
  rows,
  searchField,
  selected,
} from './device-list-screens.ts'

loadParts()

const FLEET = 'cold-chain-eu'

/** Numbers of the fleet's devices by version, as the platform has them. */
async function versionsOf(world: Awaited<ReturnType<typeof openDevices>>['world']) {
  const among = `belongs_to__application eq ${await fleetId(world, FLEET)}`
  const found = await world.rows(`/v7/device?$select=os_version&$filter=${among}`, 'ada')
  return found.map((row) => (row as { os_version: string | null }).os_version?.replace('balenaOS ', '') ?? '')
}

/** 6.0.13 → [6, 0, 13] */
const isAfter = (version: string, than: string) => {
  const [a, b] = [version, than].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number))
  const at = [0, 1, 2].find((place) => a?.[place] !== b?.[place])
  return at !== undefined && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

test('devices with a newer OS are listed, counted, selected and exported, not those whose text is greater [DEVLIST-004]', async () => {
  const { world, newRequests } = await openDevices(FLEET, '', { scenario: 'ageing-os' })
  await findTable()
  const all = await versionsOf(world)
  const newer = all.filter((version) => isAfter(version, '6.0.9')).length
  expect(newer).toBeGreaterThan(0)
  expect(newer).toBeLessThan(all.length)
  newRequests()
  await userEvent.type(searchField(), 'os > 6.0.9{Enter}')
  const total = new RegExp(`of ${newer.toLocaleString('en')}$`)
  await waitFor(() => expect(rows().length).toBe(Math.min(50, newer)))
  expect(await screen.findByText(total)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Change filter Host OS above 6.0.9' })).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  if (newer > 50) await userEvent.click(await action(`Select all ${newer.toLocaleString('en')}`))
  expect(await selected()).toBe(`${newer.toLocaleString('en')} selected`)
  // Rows and number have the same filter.
  const filters = newRequests()
    .map(readable)
    .filter((url) => url.includes('os_version in') && !url.includes('$select=os_version'))
    .map((url) => /os_version in \([^)]*\)/.exec(url)?.[0])
  expect(filters.length).toBeGreaterThan(1)
  expect(new Set(filters).size).toBe(1)
})

test('a filter that no version meets finds nothing; an unreadable one is refused in words', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, FLEET)}/devices?q=os+%3E+99.0.0`)
  expect(await screen.findByText('No devices match these filters')).toBeVisible()
  await userEvent.type(searchField(), 'os > new ')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText(/^At character 6: “new” is not a version such as 6.0.9/)).toBeVisible()
})
