import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { findPanel } from '../device-page/open-device.tsx'
import { address, findHeading, json, refuse } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { releasePage, releaseRow } from './release-screens.ts'

const rollout = (fleet: string, semver: string, search = '') =>
  releasePage(fleet, semver, `/rollout${search}`)
const countOf = (group: string) =>
  Number(
    within(screen.getByRole('group', { name: 'Devices' }))
      .getByRole('button', { name: new RegExp(`^${group}`) })
      .querySelector('b')
      ?.textContent?.replaceAll(',', ''),
  )
const targetCount = async (world: TestCloud, semver: string) => {
  const { id } = await releaseRow(world, 'cold-chain-eu', semver)
  const all = await world.count(`/v7/device/$count?$filter=should_be_running__release eq ${id}`, 'ada')
  const runs = await world.count(
    `/v7/device/$count?$filter=should_be_running__release eq ${id} and is_running__release eq ${id}`,
    'ada',
  )
  return { all, runs }
}

test('the update progress shows how many devices run the release, and groups the others [DATA-028]', async () => {
  const { world } = await openWorld(rollout('cold-chain-eu', '4.12.1'), { scenario: 'release-day' })
  await findHeading('4.12.1')
  const { all, runs } = await targetCount(world, '4.12.1')
  expect(all).toBeGreaterThan(1000)
  const number = new Intl.NumberFormat('en')
  expect(
    await screen.findByText(`${number.format(runs)} of ${number.format(all)} devices run 4.12.1`),
  ).toBeVisible()
  expect(countOf('Updated')).toBe(runs)
  const others = ['Updating', 'Waiting', 'Failed', 'Not seen'].map(countOf)
  expect(others.reduce((sum, count) => sum + count, runs)).toBe(all)
  // The field of cells has the same numbers.
  const matrix = await screen.findByRole('img', { name: /^Devices on 4\.12\.1: / })
  expect(matrix.getAttribute('aria-label')).toContain(`Updated ${number.format(runs)}`)
})

test('groups that are counted while devices change still add up to the total', async () => {
  const { world } = await openWorld(rollout('cold-chain-eu', '4.12.1'), {
    scenario: 'release-day',
    answer: (request) =>
      /overall_status eq 'updating'/.test(decodeURIComponent(request.url)) ? json({ d: 9 }) : undefined,
  })
  await screen.findByText(/devices run 4\.12\.1$/)
  expect(countOf('Updating')).toBe(9)
  const groups = ['Updated', 'Updating', 'Waiting', 'Failed', 'Not seen'].map(countOf)
  const { all } = await targetCount(world, '4.12.1')
  expect(groups.reduce((sum, count) => sum + count, 0)).toBe(all)
})

test('the update progress is polled', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { world } = await openWorld(rollout('cold-chain-eu', '4.12.1'), { scenario: 'release-day' })
  await screen.findByText(/devices run 4\.12\.1$/)
  const before = countOf('Updated')
  world.clock.advanceTo(world.clock.now() + 20 * 60_000)
  await vi.advanceTimersByTimeAsync(5_500)
  await waitFor(() => expect(countOf('Updated')).toBeGreaterThan(before))
})

test('devices without contact since the release are listed with the time of their last contact', async () => {
  await openWorld(async (world) => {
    const fleet = await fleetId(world, 'kiosk-lobby')
    await world.request('/v7/release', {
      as: 'ada',
      method: 'POST',
      body: {
        belongs_to__application: fleet,
        commit: 'c0ffee'.repeat(6),
        composition: {},
        status: 'success',
        source: 'cloud',
        start_timestamp: new Date(world.clock.now()).toISOString(),
        semver: '1.1.0',
      },
    })
    return rollout('kiosk-lobby', '1.1.0', '?group=unseen')(world)
  })
  expect(await screen.findByText('0 of 14 devices run 1.1.0')).toBeVisible()
  expect(countOf('Not seen')).toBe(1)
  const table = await screen.findByRole('table', { name: 'Not seen' })
  expect(within(table).getAllByRole('row')).toHaveLength(2)
  expect(within(table).queryByText('online')).toBeNull()
  // Since when it is offline, and when it was seen last.
  expect(within(table).getAllByText(/ago$/)).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: /^Updated/ }))
  expect(await screen.findByText('No devices run it yet')).toBeVisible()
  expect(address()).toContain('group=landed')
})

test.each([
  [
    'the rollout of the release',
    (world: TestCloud) => rollout('cold-chain-eu', '4.12.1', '?group=failed')(world),
  ],
  [
    'the list of devices',
    async (world: TestCloud) =>
      `/fleets/${await fleetId(world, 'cold-chain-eu')}/devices?q=${encodeURIComponent('update = rejected')}`,
  ],
])('in %s, a device that rejected it is not first of all operational', async (_what, page) => {
  await openWorld(page, { scenario: 'release-day' })
  await screen.findAllByText('Update rejected, operational')
  expect(screen.queryByText(/^Operational$/, { selector: 'td *' })).toBeNull()
})

test('further devices are on more pages, whose number is in the URL except for the first', async () => {
  await openWorld(rollout('cold-chain-eu', '4.12.1', '?group=landed'), { scenario: 'release-day' })
  const table = () => screen.findByRole('table', { name: 'Updated' })
  const names = async () =>
    within(await table())
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  const first = await names()
  expect(first).toHaveLength(50)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(address()).toContain('page=2'))
  await waitFor(async () => expect((await names()).filter((name) => first.includes(name))).toEqual([]))
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  await waitFor(() => expect(address()).not.toContain('page='))
})

test('a release that no device targets shows that', async () => {
  await openWorld(rollout('cold-chain-eu', '4.13.0'))
  const panel = within(await findPanel('Rollout'))
  expect(await panel.findByText('No devices have this release as target')).toBeVisible()
  expect(await screen.findByText('No devices run it yet')).toBeVisible()
})

test('progress that fails to load can be retried', async () => {
  let broken = true
  await openWorld(rollout('cold-chain-eu', '4.12.1'), {
    answer: (request) => (broken && request.url.includes('/v7/device/$count') ? refuse(500) : undefined),
  })
  const panel = within(await findPanel('Rollout'))
  expect(await panel.findByText('The rollout could not be loaded')).toBeVisible()
  broken = false
  await userEvent.click(panel.getByRole('button', { name: 'Retry' }))
  expect(await panel.findByText(/devices run 4\.12\.1$/)).toBeVisible()
})

test('a block has no update progress: its URL redirects to the summary', async () => {
  await openWorld(async (world) => {
    const { id } = await releaseRow(world, 'edge-metrics', '1.4.0')
    const [block] = await world.rows("/v7/application?$select=id&$filter=app_name eq 'edge-metrics'", 'ada')
    return `/blocks/${String(block?.['id'])}/releases/${id}/rollout`
  })
  await findHeading('1.4.0')
  expect(address()).toMatch(/^\/blocks\/\d+\/releases\/\d+$/)
  expect(screen.queryByRole('link', { name: 'Rollout' })).toBeNull()
})
