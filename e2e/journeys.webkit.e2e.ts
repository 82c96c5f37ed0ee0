import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Key } from 'selenium-webdriver'
import { paths } from '../src/lib/paths.ts'
import { EMAIL_HOST, PASSWORD } from './sign-in.ts'
import { expect, test } from './webkit/fixtures.ts'
import type { Tab } from './webkit/tab.ts'
import { World } from './world.ts'

const FLEET = 'cold-chain-eu'

async function signIn(tab: Tab, name: string, password = PASSWORD) {
  await tab.role('textbox', 'Email').fill(`${name}@${EMAIL_HOST}`)
  const field = await tab.driver.findElement({ css: 'input[type="password"]' })
  await field.clear()
  await field.sendKeys(password, Key.ENTER)
}

async function openTerminal(tab: Tab, target: string) {
  const toggle = tab.role('region', 'Terminal').role('button', 'Terminal')
  await toggle.shown()
  if ((await toggle.attribute('aria-expanded')) === 'false') await toggle.click()
  await tab.role('combobox', 'Target').select(target)
  await tab.role('button', 'Start session').click()
  await tab.role('button', `${target}, connected`).shown()
  return tab.role('region', `Terminal on ${target}`)
}

test('WebKit: a user signs in, and a wrong password is explained', async ({ tab, world }) => {
  await world.open('first-look', { as: null })
  await signIn(tab, 'ada', 'not-the-password')
  await expect.poll(() => tab.role('alert').text()).toBe('Invalid login credentials')
  await signIn(tab, 'ada')
  await tab.role('heading', 'Fleets').shown()
  await tab.role('link', FLEET).shown()
  // The marker is off in these lists, and WebKit keeps their role only if it is given.
  expect(await tab.role('list', 'Fleets').computedRole()).toBe('list')
})

test('WebKit: the list of devices is filtered and sorted, and the address keeps both', async ({
  tab,
  world,
}) => {
  await world.open('first-look')
  await world.visit(paths.fleetDevices(await world.fleet(FLEET)))
  const names = () => tab.role('table', 'Devices of this fleet').role('link').texts()
  await expect.poll(async () => (await names()).length).toBeGreaterThan(20)
  const first = await names()
  await tab.role('columnheader', /^Name/).role('button').click()
  await expect.poll(async () => (await names())[0]).not.toBe(first[0])
  const last = await names()
  expect(last).toEqual(last.toSorted().toReversed())

  const wanted = last[3] ?? ''
  await tab.role('combobox', /^Search devices/).fill(wanted)
  await expect.poll(names).toEqual([wanted])
  await tab.reload()
  await expect.poll(names).toEqual([wanted])
})

test('WebKit: a device shows its state, and its logs move', async ({ tab, world }) => {
  await world.open('first-look')
  const device = await world.deviceWhere(FLEET, "overall_status eq 'operational'")
  await world.visit(paths.device(device.uuid))
  await tab.role('heading', device.name).shown()
  await expect.poll(() => tab.role('region', 'Metrics').text()).toMatch(/\d+ °C/)
  const newest = async () => (await tab.role('log').text()).split('\n').slice(-3).join('\n')
  await expect.poll(newest).not.toBe('')
  // Each comes through the stream that was opened before.
  for (let round = 0; round < 3; round++) {
    const before = await newest()
    await world.advance('1 min')
    await expect.poll(newest).not.toBe(before)
  }
})

test('WebKit: a shell runs commands, with letters beyond ASCII', async ({ tab, world }) => {
  await world.open('first-look')
  const device = await world.deviceWhere(FLEET, "overall_status eq 'operational'")
  await world.visit(paths.device(device.uuid))
  const terminal = await openTerminal(tab, 'Host OS')
  await tab.press('echo "grüße → 日本"', Key.ENTER)
  await expect.poll(() => terminal.text()).toMatch(/\ngrüße → 日本/)
  await tab.press('hostname', Key.ENTER)
  await expect.poll(() => terminal.text()).toContain(device.uuid.slice(0, 7))
})

test('WebKit: staged changes of variables survive a reload, and are applied', async ({ tab, world }) => {
  await world.open('first-look', { as: 'devi' })
  await world.visit(paths.fleetVariables(await world.fleet(FLEET)))
  await tab.role('button', 'Edit MQTT_HOST').click()
  await tab.role('textbox', 'Value').fill('mqtt.example')
  await tab.role('button', 'Stage change').click()
  const bar = tab.role('region', 'Staged changes')
  await expect.poll(() => bar.text()).toContain('1 change not applied yet')
  await tab.leaveAndReload()
  await expect.poll(() => bar.text()).toContain('1 change not applied yet')
  await bar.role('button', 'Apply all').click()
  await expect.poll(() => tab.bodyText()).toContain('1 change applied')
  await expect.poll(() => tab.role('region', 'Variables of this fleet').text()).toContain('mqtt.example')
})

test('WebKit: an image for a new device is downloaded completely', async ({ tab, world, desktop }) => {
  await world.open('first-look')
  await world.visit(paths.fleet(await world.fleet(FLEET)))
  await tab.role('button', 'Add device').click()
  const dialog = tab.role('dialog', `Add a device to ${FLEET}`)
  await dialog.role('button', 'Download image').click()
  // The folder for downloads depends on the desktop: the home folder here, Downloads below it with a desktop's configuration.
  const files = () =>
    ['.', 'Downloads']
      .map((folder) => join(desktop.home, folder))
      .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []))
      .filter((file) => /\.(?:img|zip|gz)$/.test(file))
  await expect.poll(files, { timeout: 60_000 }).toHaveLength(1)
  const [file = ''] = files()
  await expect.poll(() => readFileSync(file).length, { timeout: 30_000 }).toBeGreaterThan(100_000)
  await expect.poll(() => dialog.text()).not.toContain('so far')
})

test('WebKit: devices are shown on a map, and a location is set by a press', async ({ tab, world }) => {
  await world.open('first-look')
  await world.visit(`${paths.fleetDevices(await world.fleet(FLEET))}?view=map`)
  await expect
    .poll(() => tab.evaluate(() => document.querySelectorAll('.leaflet-marker-icon').length))
    .toBeGreaterThan(0)

  const uuid = await world.anyDevice(FLEET)
  await world.visit(paths.deviceLocation(uuid))
  await tab.role('button', 'Change location').click()
  const latitude = () =>
    tab.driver.executeScript<string>(
      'return [...document.querySelectorAll("label")].find((each) => each.textContent === "Latitude")?.control?.value ?? ""',
    )
  await expect.poll(latitude).not.toBe('')
  const before = await latitude()
  const map = await tab.driver.findElement({ css: '.leaflet-container' })
  await tab.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", map)
  await tab.driver.actions().move({ origin: map, x: 60, y: 60 }).click().perform()
  await expect.poll(latitude).not.toBe(before)
  const chosen = await latitude()
  await tab.role('button', 'Save').click()
  await tab.role('button', 'Change location').shown()
  await tab.reload()
  await expect.poll(() => tab.bodyText()).toContain(chosen)
})

test('WebKit: the history of a device draws its charts', async ({ tab, world }) => {
  await world.open('first-look')
  await world.visit(paths.deviceHistory(await world.anyDevice(FLEET)))
  await tab
    .role('region', 'Status and connection')
    .role('img', /^Status: Operational/)
    .shown()
})

test('WebKit: the panel moves the clock, injects a fault and opens another world', async ({
  tab,
  world,
  causedErrors,
}) => {
  causedErrors.push(/503|Failed to load/)
  await world.open('first-look')
  const strip = tab.role('region', 'Simulator')
  await strip.role('button', 'Pause').click()
  await expect.poll(async () => (await world.state()).speed).toBe(0)
  await strip.role('button', /panel/i).click()
  const panel = tab.role('dialog', 'Simulator')
  await panel.role('tab', 'Clock').click()
  await panel.role('button', '+1 day').click()
  await expect.poll(() => panel.role('region', 'Clock').text()).toContain('21 Nov 2026')

  await panel.role('tab', 'Faults').click()
  await panel.role('button', 'Reads fail').click()
  await tab.press(Key.ESCAPE)
  await tab.role('link', /^Blocks/).click()
  await expect.poll(() => tab.role('alert').text()).toContain('The blocks could not be loaded')
  await world.clearFaults()

  await world.open('release-day', { seed: 7 })
  await expect.poll(() => world.state()).toMatchObject({ scenario: 'release-day', seed: 7 })
  await expect.poll(() => strip.text()).toContain('Release day')
})

test('WebKit: two tabs show one world', async ({ tab, world, origin }) => {
  await world.open('first-look')
  const first = await tab.driver.getWindowHandle()
  await tab.driver.switchTo().newWindow('tab')
  const other = await World.behind(tab.asPage(), origin)
  await tab.goto('/')
  await tab.role('heading', 'Fleets').shown()
  await other.advance('3 h')
  const { now } = await other.state()
  await tab.driver.switchTo().window(first)
  expect(Math.abs(Date.parse((await world.state()).now) - Date.parse(now))).toBeLessThan(60_000)
})

test.describe('over HTTP', () => {
  test.use({ live: true })

  test('WebKit: in live mode a user signs in, follows logs and opens a shell', async ({
    tab,
    world,
    causedErrors,
  }) => {
    // A live dashboard requests the user's picture there, which a test machine may not reach.
    causedErrors.push(/gravatar/)
    await world.open('first-look', { as: null })
    await signIn(tab, 'ada')
    await tab.role('link', FLEET).shown()
    const device = await world.deviceWhere(FLEET, "overall_status eq 'operational'")
    await world.visit(paths.device(device.uuid))
    const lines = () => tab.role('log').text()
    await expect.poll(lines).not.toBe('')
    const before = await lines()
    await world.advance('2 min')
    await expect.poll(lines).not.toBe(before)
    const terminal = await openTerminal(tab, 'Host OS')
    await tab.press('hostname', Key.ENTER)
    await expect.poll(() => terminal.text()).toContain(device.uuid.slice(0, 7))
  })
})
