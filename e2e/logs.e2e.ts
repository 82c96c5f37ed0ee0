import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openTerminal } from './terminal-dock.ts'
import type { World } from './world.ts'

async function openLogs(page: Page, world: World): Promise<Locator> {
  const device = await world.deviceWhere('cold-chain-eu', "overall_status eq 'operational'")
  await world.visit(`${paths.device(device.uuid)}?panel=logs`)
  return panel(page)
}

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Logs', exact: true })
const list = (page: Page): Locator => page.getByRole('log', { name: 'Log lines of the device' })
/** The time of the newest rendered line. */
const newest = (page: Page): Locator => list(page).locator('time').last()

const streamsOf = (page: Page): URL[] => {
  const streams: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.get('stream') === '1') streams.push(url)
  })
  return streams
}

test('new lines arrive; scrolling up pauses the log until it is followed again [LOG-002, LOG-013]', async ({
  page,
  world,
}) => {
  const streams = streamsOf(page)
  await world.open('first-look')
  const logs = await openLogs(page, world)
  await expect(logs.getByText('Live', { exact: true })).toBeVisible()
  for (const name of ['Download logs', 'Clear logs', 'Shrink logs'])
    await expect(logs.getByRole('button', { name })).toBeEnabled()
  const before = await newest(page).getAttribute('datetime')
  await world.advance('2 min')
  await expect.poll(async () => (await newest(page).getAttribute('datetime')) ?? '').not.toBe(before)
  expect(streams.map(({ searchParams }) => searchParams.get('count'))).toEqual(['100'])
  await expectAccessible(page)

  await list(page).focus()
  await page.keyboard.press('Home')
  const follow = logs.getByRole('button', { name: /^Follow$|new lines?$/ })
  await expect(follow).toBeVisible()
  // In a long list, lines are rendered a moment after scrolling.
  let held = ''
  const isDrawn = async () => {
    const before = held
    held = await list(page).innerText()
    return held === before
  }
  await expect.poll(isDrawn).toBe(true)
  await world.advance('1 min')
  await expect(follow).toHaveText(/^\d+ new lines?$/)
  expect(await list(page).innerText()).toBe(held)
  await expectAccessible(page)
  await follow.click()
  await expect(follow).toHaveCount(0)
  await expect
    .poll(() => list(page).evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop))
    .toBeLessThan(24)
})

test('lines are filtered by service, origin, time and text, and a filter can be saved as a view [LOG-003, LOG-004]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const logs = await openLogs(page, world)
  await expect(list(page)).toContainText('sensor-hub')
  await logs.getByRole('combobox', { name: 'Service' }).selectOption('uplink')
  await expect(list(page)).not.toContainText('sensor-hub')
  await expect(list(page)).toContainText('uplink')

  await logs.getByRole('searchbox', { name: 'Filter messages' }).fill('mqtt')
  await expect(list(page)).toContainText('mqtt')
  await logs.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Save this filter as a view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this filter as a view' })
  await dialog.getByLabel('View name').fill('uplink only')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()

  await logs.getByText('Clear filter', { exact: true }).click()
  await expect(list(page)).toContainText('sensor-hub')
  await page.reload()
  await expect(list(page)).toContainText('sensor-hub')
  await logs.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'uplink only', exact: true }).click()
  await expect(logs.getByRole('combobox', { name: 'Service' })).toHaveValue(/^\d+$/)
  await expect(logs.getByRole('searchbox')).toHaveValue('mqtt')
  await expect(list(page)).not.toContainText('sensor-hub')

  await logs.getByRole('searchbox').fill('no line says this')
  await expect(list(page).getByText('No line matches the filter')).toBeVisible()
  await expectAccessible(page)
  await list(page).getByRole('button', { name: 'Clear filter' }).click()
  await expect(list(page)).toContainText('sensor-hub')
  await logs.getByRole('combobox', { name: 'Origin' }).selectOption('System only')
  await expect(list(page)).not.toContainText('sensor-hub')
  await logs.getByRole('combobox', { name: 'Origin' }).selectOption('All lines')
  await expect(list(page)).toContainText('sensor-hub')

  // The last minute contains fewer lines than the last hour.
  const oldest = list(page).locator('time').first()
  await list(page).focus()
  await page.keyboard.press('Home')
  const before = (await oldest.getAttribute('datetime')) ?? ''
  await logs.getByRole('combobox', { name: 'Time' }).selectOption('Last minute')
  await expect.poll(async () => ((await oldest.getAttribute('datetime')) ?? '') > before).toBe(true)
})

test(
  'timestamps and UTC are toggled, and stay so after a reload [LOG-001, LOG-009]',
  { tag: '@firefox' },
  async ({ page, world }) => {
    await world.open('first-look')
    const logs = await openLogs(page, world)
    await expect(newest(page)).toBeVisible()
    await logs.getByRole('button', { name: 'UTC' }).click()
    await logs.getByRole('button', { name: 'Timestamps' }).click()
    await expect(list(page).locator('time')).toHaveCount(0)
    await page.reload()
    await expect(list(page)).toContainText('sensor-hub')
    await expect(list(page).locator('time')).toHaveCount(0)
    await expect(logs.getByRole('button', { name: 'UTC' })).toHaveAttribute('aria-pressed', 'true')
  },
)

test('cleared lines are gone, and the stream continues', async ({ page, world }) => {
  await world.open('first-look')
  const logs = await openLogs(page, world)
  await expect(list(page)).toContainText('sensor-hub')
  await world.setSpeed(0)
  // A line may have been in transit when the clock was stopped.
  await expect(async () => {
    await logs.getByRole('button', { name: 'Clear logs' }).click()
    await expect(list(page).getByText('No logs yet')).toBeVisible({ timeout: 8000 })
  }).toPass()
  await expectAccessible(page)
  await world.advance('1 min')
  await expect(list(page)).toContainText('sensor-hub')
})

test('the logs are downloaded as a text file named after fleet, device and date [LOG-011]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const { name } = await world.deviceWhere('cold-chain-eu', "overall_status eq 'operational'")
  const logs = await openLogs(page, world)
  const downloading = page.waitForEvent('download')
  await logs.getByRole('button', { name: 'Download logs' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`cold-chain-eu_${name}-2026-11-20.txt`)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\n').length).toBeGreaterThan(20)
  expect(text).toMatch(/^2026-11-\d\dT[\d:.]+Z \[(sensor-hub|uplink|watchdog|dashboard|Supervisor)\] \S/)
})

test(
  'a failed download shows an error beside its button [LOG-019]',
  { tag: '@release' },
  async ({ page, world, causedErrors }) => {
    causedErrors.push(/status of 500/)
    await world.open('first-look')
    const logs = await openLogs(page, world)
    await expect(list(page)).toContainText('sensor-hub')
    await world.fault({ route: 'GET /device/v2/*', kind: 'status', status: 500, times: 1 })
    await logs.getByRole('button', { name: 'Download logs' }).click()
    await expect(logs.getByRole('alert')).toHaveText('The logs could not be downloaded')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'The logs could not be downloaded',
    )
    await expectAccessible(page)
  },
)

test('an interrupted stream reconnects, without repeating lines [LOG-014]', async ({ page, world }) => {
  const streams = streamsOf(page)
  await world.open('first-look')
  const logs = await openLogs(page, world)
  await expect(list(page)).toContainText('sensor-hub')
  await world.fault({ route: 'GET /device/v2/*', kind: 'drop-stream', times: 1 })
  await expect.poll(() => streams.map(({ searchParams }) => searchParams.get('count'))).toEqual(['100', '0'])
  await expect(logs.getByText('Live', { exact: true })).toBeVisible()

  const before = (await newest(page).getAttribute('datetime')) ?? ''
  await world.advance('1 min')
  await expect.poll(async () => ((await newest(page).getAttribute('datetime')) ?? '') > before).toBe(true)
})

test('after an error of the log service, the next try is ten seconds later [LOG-017]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 503/)
  await page.clock.install()
  const streams = streamsOf(page)
  await world.open('first-look')
  await world.visit(`${paths.fleetDevices(await world.fleet('cold-chain-eu'))}?status=operational`)
  await world.fault({ route: 'GET /device/v2/*', kind: 'status', status: 503, times: 1 })
  await page.getByRole('table', { name: 'Devices of this fleet' }).getByRole('link').first().click()
  const logs = panel(page)
  await expect(logs.getByText('Reconnecting', { exact: true })).toBeVisible()
  await expect(logs.getByText(/^The log stream was interrupted: .+ Reconnecting\.$/)).toBeVisible()

  // From here on, the clock of the page is controlled: no request after five seconds, one after ten.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)
  await page.clock.fastForward(3000)
  await world.state()
  expect(streams).toHaveLength(1)
  await page.clock.fastForward(6000)
  await page.clock.resume()
  await expect.poll(() => streams.length).toBe(2)
  await expect(logs.getByText('Live', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a device in local mode sends no logs, and the page says so [DEV-020, DEV-033, LOG-005, LOG-006, TERM-028]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const { id, uuid } = await world.deviceWhere('bench-lab', "overall_status eq 'operational'")
  await world.add('device_config_variable', { device: id, name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' })
  await world.visit(paths.device(uuid))
  await expect(
    panel(page).getByText('Logs are not available in local mode. They stay on the device.'),
  ).toBeVisible()
  await expect(panel(page).getByRole('searchbox')).toHaveCount(0)
  await expect(page.getByText('Service information is unavailable in local mode.')).toBeVisible()
  await openTerminal(page)
  await page.getByRole('combobox', { name: 'Target' }).selectOption('app')
  await expect(
    page.getByRole('status').getByText('Container access is unavailable in local mode'),
  ).toBeVisible()
  await expectAccessible(page)
})
