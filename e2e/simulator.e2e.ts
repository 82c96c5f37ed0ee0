import type { Locator, Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openTerminal } from './terminal-dock.ts'

const strip = (page: Page): Locator => page.getByRole('region', { name: 'Simulator', exact: true })

async function openPanel(page: Page): Promise<Locator> {
  const navigation = page.getByRole('button', { name: 'Open navigation' })
  if (await navigation.isVisible()) await navigation.click()
  await page
    .getByRole('button', { name: /simulator’s panel/ })
    .or(strip(page).getByRole('button', { name: /panel/i }))
    .first()
    .click()
  const panel = page.getByRole('dialog', { name: 'Simulator' })
  await expect(panel.getByRole('tablist')).toBeVisible()
  return panel
}

test('the clock is paused, resumed, accelerated and advanced from the strip and the panel, and survives a reload', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await expect(strip(page)).toContainText('First look')
  await strip(page).getByRole('button', { name: 'Pause' }).click()
  await expect(strip(page)).toContainText('Paused')
  const paused = await world.state()
  expect(paused.speed).toBe(0)
  await strip(page).getByRole('button', { name: /1 h/ }).click()
  await expect
    .poll(async () => Date.parse((await world.state()).now) - Date.parse(paused.now))
    .toBe(3_600_000)
  await expect(strip(page)).toContainText(/20 Nov 2026, 15:0\d:\d\d UTC/)

  const panel = await openPanel(page)
  await panel.getByRole('tab', { name: 'Clock' }).click()
  await expectAccessible(page)
  await panel.getByRole('radiogroup', { name: 'Speed' }).getByText('×60', { exact: true }).click()
  await expect.poll(async () => (await world.state()).speed).toBe(60)
  await panel.getByRole('button', { name: '+1 day' }).click()
  await expect(panel.getByRole('region', { name: 'Clock' })).toContainText('21 Nov 2026')
  await page.keyboard.press('Escape')
  await expect(strip(page)).toContainText('×60')

  await page.reload()
  await expect(strip(page)).toContainText('×60')
  await expect(strip(page)).toContainText('21 Nov 2026')
})

test('another world is opened from the panel after a confirmation, and the user stays signed in', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const panel = await openPanel(page)
  await panel.getByRole('searchbox', { name: 'Search scenarios' }).fill('release day')
  await panel.getByRole('button', { name: /^Release day/ }).click()
  await panel.getByLabel('Seed').fill('seven')
  await expect(panel.getByRole('alert')).toHaveText('Seed must be a whole number')
  await panel.getByRole('button', { name: 'Open “Release day”' }).click()
  await expect(page.getByRole('dialog', { name: 'Open a new world?' })).toHaveCount(0)
  await panel.getByLabel('Seed').fill('7')
  await panel.getByRole('button', { name: 'Open “Release day”' }).click()
  const asking = page.getByRole('dialog', { name: 'Open a new world?' })
  await expect(asking).toContainText('discards the current world')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Open new world' }).click()
  await expect.poll(() => world.state()).toMatchObject({ scenario: 'release-day', seed: 7 })

  await expect(page.getByText('“Release day” is open')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(strip(page)).toContainText('Release day')
  await expect(page.getByRole('list', { name: 'Fleets' })).toContainText('1,204 devices')
})

test('a fault from the panel affects the page until it is cleared', async ({ page, world, causedErrors }) => {
  causedErrors.push(/status of 503/)
  await world.open('first-look')
  await expect(page.getByRole('link', { name: 'tram-displays' })).toBeVisible()
  const panel = await openPanel(page)
  await panel.getByRole('tab', { name: 'Faults' }).click()
  const faults = panel.getByRole('region', { name: 'Faults' })
  await faults.getByRole('button', { name: 'Reads fail' }).click()
  await expect(faults.getByText('GET /v7/*', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Blocks/ }).click()
  await expect(page.getByRole('alert')).toContainText('The blocks could not be loaded')

  await openPanel(page)
  await panel.getByRole('tab', { name: 'Faults' }).click()
  await faults.getByRole('button', { name: 'Clear all faults' }).click()
  await expect(faults).toContainText('No faults')
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('list', { name: 'Blocks' })).toBeVisible()
})

test('a rename in one tab is visible in the other', async ({ page, world }) => {
  await world.open('first-look')
  const { uuid } = await world.deviceWhere('tram-displays', 'true')
  await page.goto(paths.device(uuid))
  const other = await page.context().newPage()
  await other.goto(paths.device(uuid))
  await page.getByRole('button', { name: 'Edit name' }).click()
  await page.getByLabel('Device name').fill('tram-with-two-tabs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'tram-with-two-tabs' })).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'tram-with-two-tabs' })).toBeVisible({
    timeout: 20_000,
  })
})

test('a hundred thousand devices can be counted, filtered, sorted and paged like a hundred', async ({
  page,
  world,
}) => {
  await world.open('release-day', { devices: 100_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await world.setSpeed(0)
  expect((await world.state()).devices).toBeGreaterThanOrEqual(100_000)
  await world.visit(`${paths.fleetDevices(await world.fleet('cold-chain-eu'))}?size=100`)
  const table = page.getByRole('table', { name: 'Devices of this fleet' })
  const rows = table.locator('tbody').getByRole('row')
  const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  await expect(rows).toHaveCount(100)
  await expect(range).toHaveText(/^1 – 100 of 9\d,\d{3}$/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(range).toHaveText(/^101 – 200 of /)
  await table.getByRole('columnheader', { name: 'Last seen' }).getByRole('button').click()
  await expect(range).toHaveText(/^1 – 100 of /)
  await page
    .getByRole('list', { name: 'Filter by status' })
    .getByRole('link', { name: /^Disconnected/ })
    .click()
  await expect(page).toHaveURL(/status=disconnected/)
  await expect(rows.first().getByRole('cell').nth(1)).toHaveText('Disconnected')
  await page.getByRole('combobox', { name: /^Search devices/ }).fill('otter')
  await expect(rows.first().getByRole('link')).toHaveText(/otter/)
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Services' })).toBeVisible()
})

test.describe('in a browser without service workers', () => {
  test.use({ serviceWorkers: 'block' })

  test('the simulation works, and its panel lists the limitations', async ({ page, world }) => {
    await world.open('first-look')
    const panel = await openPanel(page)
    await expect(panel).toContainText('does not support service workers here')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goto(paths.device(await world.anyDevice('cold-chain-eu')))
    await expect(page.getByRole('log')).toContainText('sensor-hub')
    await openTerminal(page)
    await page.getByRole('combobox', { name: 'Target' }).selectOption('Host OS')
    await page.getByRole('button', { name: 'Start session' }).click()
    await expect(page.getByRole('button', { name: 'Host OS, connected', exact: true })).toBeVisible()
  })
})

test('a browser without shared workers shows that each tab has its own world', async ({ page, world }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await world.open('first-look')
  const panel = await openPanel(page)
  await expect(panel).toContainText('This browser has no shared workers, so each tab has its own world.')
  await expectAccessible(page)
})

test(
  'a world is rewound from the panel, a fault survives a reload, and the session is restored from its file',
  { tag: '@phone-release' },
  async ({ page, world, causedErrors }) => {
    causedErrors.push(/status of 400/)
    await world.open('first-look')
    await world.setSpeed(0)
    const { uuid, name } = await world.deviceWhere('tram-displays', "overall_status eq 'operational'")
    await world.rewind('2026-11-20T14:00:00.000Z')
    const before = await world.fingerprint()
    await world.advance('10 min')
    await world.device(name).lose('cloudlink')
    await world.advance('20 min')
    expect((await world.device(name).why()).map(({ text }) => text).join(' ')).toContain('disconnected it')

    await world.visit(paths.device(uuid))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const panel = await openPanel(page)
    await panel.getByRole('tab', { name: 'Device' }).click()
    await expect(panel.getByRole('region', { name: 'State of the device' })).toContainText(
      'A user disconnected it',
    )
    await expectAccessible(page)
    await panel.getByRole('tab', { name: 'Clock' }).click()
    const sessionFile = await world.sessionFile()
    await panel.getByRole('button', { name: /^Go back to .* world opened/ }).click()
    await expect.poll(() => world.fingerprint()).toBe(before)
    await expectAccessible(page)

    await world.fault({ route: 'GET /none', kind: 'status', status: 503 })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    expect((await world.sessionFile()).faults).toMatchObject([{ route: 'GET /none' }])

    await openPanel(page)
    const file = { name: 'session.json', mimeType: 'application/json' }
    const session = panel.getByLabel('Open a session file')
    await session.setInputFiles({ ...file, buffer: Buffer.from('{"format":"other"}') })
    await expect(panel.getByRole('alert')).toContainText('it is no flotilla-session file')
    await session.setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify(sessionFile)) })
    await expect(panel).toContainText('all actions were replayed, and the world is the same')
    expect(await world.fingerprint()).toBe(sessionFile.fingerprint)

    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    // On a small screen, the navigation from which it was opened stays open.
    const opener = strip(page).getByRole('button', { name: /panel/i })
    await expect(opener).toBeFocused()
  },
)

test('one click switches the user on the same page, and shows what the role lacks', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await world.visit(paths.device(await world.anyDevice('tram-displays')))
  await expect(page.getByRole('button', { name: 'Account of ada' })).toBeVisible()
  const panel = await openPanel(page)
  await panel.getByRole('tab', { name: 'People' }).click()
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Observer' })
    .getByText(/missing permissions/)
    .click()
  await expect(panel.getByText('Restart, reboot, shut down and purge devices').first()).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: /^Switch to Olive/ }).click()
  await expect(page.getByText('Signed in as Olive Lindqvist')).toBeVisible()
  await panel.getByRole('tab', { name: 'Request log' }).click()
  await panel.getByRole('searchbox', { name: 'Filter requests' }).fill('login_')
  await panel
    .getByRole('button', { name: /\/login_/ })
    .first()
    .click()
  await expect(panel.getByText('Matches the contract')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account of olive' })).toBeVisible()
})
