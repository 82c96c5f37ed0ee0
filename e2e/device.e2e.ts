import type { Locator, Page } from 'playwright/test'
import type { Duration } from '../kit/world.ts'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openTerminal } from './terminal-dock.ts'
import type { World } from './world.ts'

/** Opens a healthy device of a fleet of first-look. */
async function openDevice(page: Page, world: World, fleet = 'silo-sensors') {
  const device = await world.deviceWhere(fleet, "overall_status eq 'operational'")
  await world.visit(paths.device(device.uuid))
  await expect(page.getByRole('heading', { level: 1, name: device.name })).toBeVisible()
  await page.getByText(/^More details/).click()
  return device
}

/** The value below a label of the info card. */
const fact = (page: Page, label: string): Locator =>
  page
    .getByRole('region', { name: 'Device', exact: true })
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

test(
  'the device page shows what a device is, runs and uses [DEV-002, DEV-005, DEV-006, DEV-007, DEV-008, DEV-009, DEV-010, DEV-011, DEV-013, DEV-014, DEV-021, METRIC-001, METRIC-002, METRIC-003, METRIC-004, METRIC-008, ROUTE-063, SHELL-012]',
  { tag: '@firefox' },
  async ({ page, world }) => {
    await world.open('first-look')
    const { uuid, name } = await openDevice(page, world)
    const facts: Record<string, RegExp> = {
      Name: new RegExp(name),
      Fleet: /^silo-sensors$/,
      UUID: new RegExp(uuid.slice(0, 7)),
      Type: /^Raspberry Pi Zero 2 W \(64-bit\)$/,
      Status: /^Operational$/,
      Cloudlink: /^Connected, /,
      'Last seen': /^Now$/,
      Heartbeat: /^Online$/,
      'Update status': /^(Done|None)$/,
      'Host OS': /^\d+\.\d+\.\d+ ?(next|current|sunset|outdated)$/,
      Variant: /^Production$/,
      Supervisor: /^\d+\.\d+\.\d+$/,
      'Current release': /^7\.0\.3$/,
      'Target release': /^7\.0\.3 ?fleet$/,
      'Support access': /^Not granted$/,
      Active: /^Yes$/,
      'Local mode': /^Off$/,
      'Local IP': /^(10|192\.168|172)\./,
      'Public IP': /^\d+\.\d+\.\d+\.\d+$/,
      MAC: /^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/,
    }
    await expect(fact(page, 'MAC')).toBeVisible()
    for (const [label, words] of Object.entries(facts))
      await expect.soft(fact(page, label), label).toHaveText(words)
    const tags = page.getByRole('list', { name: 'Tags' }).getByRole('listitem')
    await expect(tags).not.toHaveCount(0)
    await expect(page.getByText(new RegExp(`^${await tags.count()} tags?$`))).toBeVisible()

    const metrics = page.getByRole('region', { name: 'Metrics' })
    for (const metric of ['CPU', 'Temperature', 'Memory', 'Storage'])
      await expect(metrics.getByRole('meter', { name: metric })).toHaveAttribute('aria-valuetext', /\d/)
    await expect(metrics.getByText(/^\d+ °C$/)).toBeVisible()
    await expect(metrics.getByText(/^of [\d.]+ GiB, mmcblk0p6$/)).toBeVisible()
    await metrics.getByRole('heading', { name: 'CPU' }).hover()
    await expect(page.locator('body > span').getByText('Metrics refresh every few minutes')).toBeVisible()

    const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await expect(breadcrumbs.getByRole('listitem').last()).toHaveText(new RegExp(name))
    for (const region of ['Services', 'Logs', 'Terminal'])
      await expect(page.getByRole('region', { name: region, exact: true })).toBeVisible()
    await expectAccessible(page)

    await breadcrumbs.getByRole('link', { name: 'silo-sensors' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'silo-sensors' })).toBeVisible()
  },
)

test(
  'a name that could not be saved stays in the field, and is saved by the next attempt',
  { tag: '@release' },
  async ({ page, world, causedErrors }) => {
    causedErrors.push(/status of 500/)
    await world.open('first-look')
    const { name } = await openDevice(page, world)
    await page.getByRole('button', { name: 'Edit name' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename device' })
    const field = dialog.getByLabel('Device name')
    await expect(field).toHaveValue(name)
    await field.fill('')
    await field.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('A device needs a name.')
    await expectAccessible(page)

    await world.fault({ route: 'PATCH /v7/device*', kind: 'status', status: 500, times: 1 })
    await field.fill('gate-north')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(field).toHaveValue('gate-north')
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(name)
    await expectAccessible(page)

    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText('Renamed to gate-north')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'gate-north' })).toBeVisible()
    await expect(page).toHaveTitle(/gate-north/)
    await expect(page.getByRole('button', { name: 'Edit name' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'gate-north' })).toBeVisible()
  },
)

test('notes are written in Markdown, survive a failed save, and are shown without scripts [DEV-015, DEV-016]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 500/)
  // While the note is sanitized, the browser logs that the policy blocks its inline handler.
  causedErrors.push(/inline event handler/, /script-src-attr inline/)
  await world.open('first-look')
  await openDevice(page, world)
  await page.getByRole('button', { name: /^No notes/ }).click()
  const area = page.getByRole('textbox', { name: 'Notes, in Markdown' })
  await expect(area).toBeFocused()
  await area.fill('# Silo 4\n\nCall **Bram** first. <img src=x onerror="document.title=1">')
  await page.getByRole('button', { name: 'Markdown syntax' }).click()
  await expect(page.getByRole('dialog', { name: 'Markdown syntax' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await world.fault({ route: 'PATCH /v7/device*', kind: 'status', status: 500, times: 1 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(area).toHaveValue(/Call \*\*Bram\*\*/)
  await expectAccessible(page)

  // The draft survives even a reload.
  await page.reload()
  await expect(area).toHaveValue(/Call \*\*Bram\*\*/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Notes saved')).toBeVisible()
  const card = page.getByRole('region', { name: 'Device', exact: true })
  await expect(card.getByRole('heading', { name: 'Silo 4' })).toBeVisible()
  await expect(card.locator('strong')).toHaveText('Bram')
  await expect(card.locator('[onerror]')).toHaveCount(0)
  await expect(page).not.toHaveTitle('1')
  await expectAccessible(page)
})

test(
  'tags are added, changed and removed one by one [DEV-014]',
  { tag: '@release' },
  async ({ page, world, causedErrors }) => {
    // The platform reports that the tag exists, so it is changed instead.
    causedErrors.push(/status of 409.*device_tag/)
    await world.open('first-look')
    await openDevice(page, world)
    await page.getByRole('button', { name: 'Tag this device' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tags' })
    await dialog.getByLabel('Tag name').fill('two words')
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('A tag name cannot contain spaces.')
    await expectAccessible(page)

    await dialog.getByLabel('Tag name').fill('aisle')
    await dialog.getByLabel('Value', { exact: true }).fill('4')
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    await expect(dialog.getByLabel('aisle', { exact: true })).toHaveValue('4')
    await expect(dialog.getByLabel('Tag name')).toHaveValue('')

    await dialog.getByLabel('aisle', { exact: true }).fill('5')
    await dialog.getByRole('button', { name: 'Save aisle' }).click()
    await expect(dialog.getByRole('button', { name: 'Save aisle' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const tags = page.getByRole('region', { name: 'Device', exact: true }).getByRole('list', { name: 'Tags' })
    await expect(tags).toContainText('aisle: 5')

    await page.reload()
    await expect(tags).toContainText('aisle: 5')
    await page.getByRole('button', { name: 'Tag this device' }).click()
    await dialog.getByRole('button', { name: 'Remove aisle' }).click()
    await expect(dialog.getByLabel('aisle', { exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(tags).not.toContainText('aisle')
  },
)

test('a service is stopped, started and restarted, each only in a suitable state [SVC-006, SVC-007, SVC-010, SVC-011, SVC-012, SVC-013]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await openDevice(page, world, 'cold-chain-eu')
  const uplink = page.getByRole('region', { name: 'Services' }).getByRole('listitem', { name: 'uplink' })
  const [start, stop, restart] = ['Start uplink', 'Stop uplink', 'Restart uplink'].map((name) =>
    uplink.getByRole('button', { name, exact: true }),
  ) as [Locator, Locator, Locator]
  await expect(uplink).toContainText('Running')
  await expect(start).toBeDisabled()
  await expect(start).toHaveAccessibleDescription('The service is running')

  await stop.click()
  await until(world, uplink, /Stopped|Exited/)
  await expect(stop).toBeDisabled()
  await expect(stop).toHaveAccessibleDescription('The service is stopped')
  await expect(start).toBeEnabled()
  await expectAccessible(page)

  await start.click()
  await until(world, uplink, /Running/)
  await expect(start).toBeDisabled()

  await restart.click()
  await until(world, uplink, /Running/)
  await expect(page.getByRole('region', { name: 'Services' }).getByRole('alert')).toHaveCount(0)
})

test('the update of a device is followed through download, installation and completion [SVC-005]', async ({
  page,
  world,
}) => {
  await world.open('release-day')
  await world.setSpeed(0)
  const { uuid } = await world.deviceWhere('cold-chain-eu', "update_status eq 'downloading'")
  await world.visit(paths.device(uuid))
  await page.getByText(/^More details/).click()
  await expect(fact(page, 'Update status')).toHaveText('Downloading')
  await expect(fact(page, 'Current release')).toHaveText('4.11.0')
  await expect(fact(page, 'Target release')).toHaveText(/^4\.12\.1/)
  const services = page.getByRole('region', { name: 'Services' })
  const download = services.getByRole('progressbar', { name: /^Download of \S+ 4\.12\.1$/ }).first()
  await expect(download).toHaveAttribute('aria-valuenow', /^\d+/)
  await expect(services.getByText(/^Downloading \d+ %$/).first()).toBeVisible()
  await expectAccessible(page)

  await until(world, fact(page, 'Update status'), 'Done')
  await expect(fact(page, 'Current release')).toHaveText('4.12.1')
  await expect(fact(page, 'Status')).toHaveText('Operational')
  await expect(services.getByRole('progressbar')).toHaveCount(0)
  await expect(services.getByText('Running', { exact: true })).toHaveCount(4)
  // The last step of an update; only the last lines of a log are rendered.
  await expect(page.getByRole('log')).toContainText('Started service')
})

test('an update lock prevents a reboot until it is forced, and the device comes back online [DEV-006, ERR-037]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 423/)
  await world.open('first-look')
  const { name } = await openDevice(page, world, 'cold-chain-eu')
  await world.device(name).lock('sensor-hub')
  await page.getByRole('button', { name: 'Reboot', exact: true }).click()
  const asking = page.getByRole('dialog', { name: 'Reboot the device?' })
  await expect(asking).toBeVisible()
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Reboot' }).click()

  const blocked = page.getByRole('dialog', { name: 'Action blocked by update lock' })
  await expect(blocked).toContainText(`The action did not run on ${name}`)
  await expect(asking).toHaveCount(0)
  await expectAccessible(page)
  await blocked.getByRole('button', { name: 'Force reboot' }).click()
  await expect(page.getByText('Operation completed successfully')).toBeVisible()
  await expect(blocked).toHaveCount(0)

  await until(world, fact(page, 'Cloudlink'), /^Disconnected/, '5 s')
  await expect(page.getByRole('button', { name: 'Reboot', exact: true })).toHaveAccessibleDescription(
    'Device must be online',
  )
  await expectAccessible(page)
  await until(world, fact(page, 'Cloudlink'), /^Connected/)
  await until(world, fact(page, 'Status'), /operational$/i)
})

test(
  'a cancelled action does not affect the device [DEV-017]',
  { tag: '@release' },
  async ({ page, world }) => {
    const written: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/supervisor/')) written.push(request.url())
    })
    await world.open('first-look')
    await openDevice(page, world)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Purge data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Purge the data?' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Actions' })).toBeFocused()
    expect(written).toEqual([])
  },
)

test('an observer sees why changes are not allowed, and nothing is sent [PERM-007, PERM-043, PERM-044, PERM-051, PERM-053, PERM-054, PERM-055, PERM-059]', async ({
  page,
  world,
  causedErrors,
}) => {
  // The platform's response to a host session that is not allowed.
  causedErrors.push(/status of 401.*hostos/)
  const written: string[] = []
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method()) && !/login_|__flotilla/.test(request.url()))
      written.push(`${request.method()} ${request.url()}`)
  })
  await world.open('first-look', { as: 'olive' })
  await openDevice(page, world, 'cold-chain-eu')
  const why = 'Your role here (Observer) does not allow this'
  for (const name of [
    'Reboot',
    'Restart',
    'Edit name',
    'Tag this device',
    'Edit notes',
    'Stop uplink',
    'Clear logs',
  ]) {
    const button = page.getByRole('button', { name, exact: true })
    await expect.soft(button, name).toBeDisabled()
    await expect.soft(button, name).toHaveAccessibleDescription(why)
    await button.press('Enter')
  }
  await openTerminal(page)
  const picker = page.getByRole('combobox', { name: 'Target' })
  for (const target of ['Host OS', 'uplink']) {
    await picker.selectOption(target)
    await expect(page.getByRole('button', { name: 'Start session' })).toHaveAccessibleDescription(why)
  }
  await page.getByRole('button', { name: 'Reboot', exact: true }).hover()
  await expect(page.locator('body > span').getByText(why)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  expect(written).toEqual([])
})

test('the most important information is on the first screen, and the terminal is one key away on every tab [OPS-060, OPS-061, OPS-062, OPS-063, OPS-064]', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await world.open('first-look')
  const { uuid, name } = await world.deviceWhere('cold-chain-eu', 'storage_usage gt 14000')
  await world.visit(paths.device(uuid))
  const terminal = page.getByRole('region', { name: 'Terminal', exact: true })
  await expect(page.getByRole('heading', { level: 1, name })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/storage of this device is 99 % full/)).toBeInViewport({ ratio: 1 })
  for (const metric of ['CPU', 'Temperature', 'Memory', 'Storage'])
    await expect(page.getByRole('img', { name: new RegExp(`^${metric} in the last hour`) })).toBeInViewport({
      ratio: 1,
    })
  for (const service of ['dashboard', 'sensor-hub', 'uplink', 'watchdog'])
    await expect(page.getByRole('button', { name: `Restart ${service}` })).toBeInViewport({ ratio: 1 })
  const log = page.getByRole('log')
  await expect(log).toContainText('sensor-hub')
  const dockTop = (await terminal.boundingBox())?.y ?? 0
  const box = await log.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(dockTop)
  // Fifteen lines of one row each.
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(15 * 18)
  await expectAccessible(page)

  await page.keyboard.press('Control+Backquote')
  await expect(page.getByRole('combobox', { name: 'Target' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Target' }).selectOption('Host OS')
  await page.getByRole('button', { name: 'Start session' }).click()
  const shell = page.getByRole('region', { name: 'Terminal on Host OS' })
  await expect(shell.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('echo still here')
  await page.keyboard.press('Enter')
  const edge = page.getByRole('separator', { name: 'Height of the terminal' })
  const before = (await terminal.boundingBox())?.height ?? 0
  await edge.hover()
  await page.mouse.down()
  await page.mouse.move(700, 300, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => (await terminal.boundingBox())?.height).toBeGreaterThan(before + 40)
  const dragged = (await terminal.boundingBox())?.height
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeAttached()
  await expect(shell).toContainText('still here')
  expect((await terminal.boundingBox())?.height).toBe(dragged)
  await expectAccessible(page)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+Backquote')
  await expect(shell.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+Backquote')
  await expect(shell).toBeHidden()
  await expect(terminal.getByRole('button', { name: 'Terminal', exact: true })).toBeFocused()
})

test('the logs or the terminal can be maximized, and the address keeps it [DEV-022, DEV-023]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await openDevice(page, world)
  const logs = page.getByRole('region', { name: 'Logs', exact: true })
  const terminal = page.getByRole('region', { name: 'Terminal', exact: true })
  await logs.getByRole('button', { name: 'Expand logs' }).click()
  await expect(terminal).toBeHidden()
  await expect(page).toHaveURL(/panel=logs/)
  await expectAccessible(page)
  await page.goBack()
  await expect(terminal).toBeVisible()

  await openTerminal(page)
  await terminal.getByRole('button', { name: 'Expand terminal' }).click()
  await expect(logs).toBeHidden()
  await expect(page).toHaveURL(/panel=terminal/)
  await page.reload()
  await expect(terminal).toBeVisible()
  await expect(logs).toBeHidden()
  await expectAccessible(page)
  await terminal.getByRole('button', { name: 'Shrink terminal' }).click()
  await expect(logs).toBeVisible()
})

test(
  'a device with an insufficient power supply shows a warning first [DEV-004]',
  { tag: '@release' },
  async ({ page, world }) => {
    await world.open('first-look')
    const { uuid } = await world.deviceWhere('silo-sensors', 'is_undervolted eq true')
    await world.visit(paths.device(uuid))
    await expect(page.getByText(/^This device is undervolted/)).toBeVisible()
    await expectAccessible(page)
  },
)

/** Advances the world step by step until the page shows the text. */
async function until(world: World, place: Locator, words: RegExp | string, step: Duration = '30 s') {
  await expect(async () => {
    await world.advance(step)
    await expect(place).toHaveText(words, { timeout: 1500 })
  }).toPass({ timeout: 40_000 })
}
