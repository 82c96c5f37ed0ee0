import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address } from '../open-app.tsx'
import { findPanel, openDevice } from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"

const lines = async () =>
  within(await screen.findByRole('group', { name: 'Events of the device, newest first' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')

test('the timeline shows what the platform stores about a device, and the source of each entry', async () => {
  await openDevice({ where: steady, search: '/history' })
  expect(await screen.findByRole('heading', { level: 1, name: 'History' })).toBeVisible()
  await waitFor(async () =>
    expect((await lines()).some((line) => line.includes('platform history'))).toBe(true),
  )
  const texts = await lines()
  expect(texts.some((line) => line.includes('VPN connected') && line.includes('device record'))).toBe(true)
  expect(texts.some((line) => line.includes('simulated world'))).toBe(false)
})

test('actions are added to the timeline immediately', async () => {
  await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Identify' }))
  await screen.findByText(/is blinking$/)
  await userEvent.click(screen.getByRole('link', { name: 'History' }))
  await waitFor(async () =>
    expect(
      (await lines()).some((line) => line.includes('Identify requested') && line.includes('done here')),
    ).toBe(true),
  )
})

test('a simulated world has more data, and the page shows its source', async () => {
  await openDevice({ where: steady, search: '/history', simulated: true })
  await waitFor(async () =>
    expect((await lines()).some((line) => line.includes('simulated world'))).toBe(true),
  )
})

test('an offline device keeps its timeline', async () => {
  await openDevice({
    where: steady,
    search: '/history',
    simulated: true,
    before: async (world, { uuid }) => {
      await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
      world.clock.advanceTo(world.clock.now() + 120_000)
    },
  })
  expect(await screen.findByText('The device is offline. Earlier events are shown.')).toBeVisible()
  await waitFor(async () =>
    expect((await lines()).some((line) => /A user disconnected it.*simulated world/.test(line))).toBe(true),
  )
})

test('the timeline is filtered by kind, and the URL keeps the filter', async () => {
  const { uuid } = await openDevice({ where: steady, search: '/history', simulated: true })
  await lines()
  await userEvent.click(screen.getByRole('radio', { name: 'Connection' }))
  expect(address()).toBe(`/devices/${uuid}/history?kind=connection`)
  await waitFor(async () => expect((await lines()).every((line) => line.includes('Connection'))).toBe(true))
})

test('metrics of a day are charted, read by keyboard and listed in a table', async () => {
  const { uuid } = await openDevice({ where: steady, search: '/history', simulated: true })
  const panel = within(await findPanel('Metrics over time'))
  expect(await panel.findByText(/^Simulated\./)).toBeVisible()
  await userEvent.click(panel.getByRole('radio', { name: 'Last day' }))
  expect(address()).toBe(`/devices/${uuid}/history?range=day`)
  const cpu = within(await panel.findByRole('region', { name: 'CPU' }))
  expect(await cpu.findByRole('img', { name: /^CPU: from \d+ % to \d+ %, last \d+ %$/ })).toBeVisible()

  const slider = cpu.getByRole('slider', { name: 'CPU: point in time' })
  await waitFor(() => expect(Number(slider.getAttribute('aria-valuemax'))).toBeGreaterThan(200))
  slider.focus()
  await userEvent.keyboard('{Home}')
  expect(slider.getAttribute('aria-valuenow')).toBe('0')
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d: \d+ %$/)
  await userEvent.keyboard('{ArrowRight}')
  expect(slider.getAttribute('aria-valuenow')).toBe('1')

  await userEvent.click(cpu.getByText('Show as a table'))
  const table = within(cpu.getByRole('table', { name: 'CPU over time' }))
  expect(table.getAllByRole('row').length).toBeGreaterThan(200)
})

test('on a real platform, charts start with what the page has observed [OPS-045]', async () => {
  await openDevice({ where: steady, search: '/history' })
  const panel = within(await findPanel('Metrics over time'))
  expect(await panel.findByText(/Not enough data/)).toBeVisible()
  expect(panel.getByText(/^Recorded by this browser, one point per minute/)).toBeVisible()
  expect(panel.getByText(/^This browser does not store data for this site/)).toBeVisible()
})

test('the status as observed by this browser and the VPN as recorded by the platform are bands over a day and a week, and a table [OPS-046, OPS-047]', async () => {
  const { uuid, world } = await openDevice({ where: steady, search: '/history' })
  const panel = within(await findPanel('Metrics over time'))
  const bands = within(await panel.findByRole('region', { name: 'Status and connection' }))
  // Nothing was observed before: most of the hour is unknown.
  expect(await bands.findByRole('img', { name: /^Status: Operational.*unknown/ })).toBeVisible()
  const [{ created_at: since } = {}] = await world.rows(
    `/v7/device_history?$select=created_at&$filter=tracks__device/any(d:d/uuid eq '${uuid}')&$orderby=created_at desc&$top=1`,
    'ada',
  )
  expect(Date.parse(String(since))).toBeLessThan(world.clock.now() - 60 * 60_000)
  expect(bands.getByRole('img', { name: 'VPN: Connected 100 %' })).toBeVisible()
  await userEvent.click(panel.getByRole('radio', { name: 'Last week' }))
  expect(address()).toBe(`/devices/${uuid}/history?range=week`)
  expect(await bands.findByRole('img', { name: /^VPN: Connected/ })).toBeVisible()
  await userEvent.click(bands.getByText('Show as a table'))
  const table = within(bands.getByRole('table', { name: 'Status and connection over time' }))
  expect(table.getByRole('row', { name: /Operational Recorded by this browser$/ })).toBeVisible()
  expect(table.getByRole('row', { name: /Connected Recorded by the platform$/ })).toBeVisible()
})

test('a device without any contact is not shown as offline', async () => {
  await openDevice({ where: 'last_connectivity_event eq null', search: '/history' })
  expect(await screen.findByText('The device has not reported yet.')).toBeVisible()
  expect(screen.queryByText(/Earlier events are shown/)).toBeNull()
})
