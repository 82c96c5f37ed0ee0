import type { Locator, Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, signIn, test } from './fixtures.ts'

// The dashboard detects the platform by requesting its configuration, which this one lacks; the user's picture and the repository
// to deploy are on other hosts.
test.use({ expectedErrors: [/status of 404.*\/config\)|www\.gravatar\.com|api\.github\.com/] })

const FLEET = 'cold-chain-eu'
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDvlJVkvuvcAeyRyL1fYiAx6AyFmqVdXUhrXUaVCqzSn'

const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })
const table = (page: Page): Locator => page.getByRole('table', { name: 'Devices of this fleet' })
const rows = (page: Page): Locator => table(page).locator('tbody').getByRole('row')

async function write(dialog: Locator, fields: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(fields))
    await dialog.getByRole('textbox', { name, exact: true }).fill(value)
}

test('on the open-source backend, a device is renamed, annotated, tagged, configured, pinned and moved', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const uuid = await world.anyDevice(FLEET)
  await world.visit(paths.device(uuid))

  await test.step('rename', async () => {
    await page.getByRole('button', { name: 'Edit name' }).click()
    await page.getByLabel('Device name').fill('gate-north')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'gate-north' })).toBeVisible()
  })
  await test.step('note', async () => {
    await page.getByRole('button', { name: /^No notes/ }).click()
    await page.getByRole('textbox', { name: 'Notes, in Markdown' }).fill('Call **Bram** first.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Notes saved')).toBeVisible()
  })
  await test.step('tags', async () => {
    await page.getByRole('button', { name: 'Tag this device' }).click()
    const dialog = dialogOf(page, 'Tags')
    await dialog.getByLabel('Tag name').fill('aisle')
    await dialog.getByLabel('Value', { exact: true }).fill('4')
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    await expect(dialog.getByLabel('aisle', { exact: true })).toHaveValue('4')
    await page.keyboard.press('Escape')
    const card = page.getByRole('region', { name: 'Device', exact: true })
    await expect(card.getByRole('list', { name: 'Tags' })).toContainText('aisle: 4')
  })
  await test.step('variables', async () => {
    await world.visit(paths.deviceVariables(uuid))
    await page.getByRole('button', { name: 'Add variable' }).click()
    const dialog = dialogOf(page, 'Add a variable')
    await write(dialog, { Name: 'GREETING', Value: 'hello' })
    await dialog.getByRole('button', { name: 'Add variable' }).click()
    await page.getByRole('button', { name: 'Apply all' }).click()
    await expect(page.getByText('1 change applied')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Variables of this device' })).toContainText('GREETING')
  })
  await test.step('pin', async () => {
    await world.visit(paths.deviceSettings(uuid))
    await page.getByRole('button', { name: 'Pin to a release' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^4\.11\.0/ }).check()
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
    await expect(page.getByText(/^Pinned to 4\.11\.0/)).toBeVisible()
  })
  await test.step('track', async () => {
    await page.getByRole('button', { name: 'Track the fleet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Track', exact: true }).click()
    await expect(page.getByText(/^Tracks/)).toBeVisible()
  })
  await test.step('move', async () => {
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = dialogOf(page, 'Move to another fleet')
    await dialog.getByRole('radio', { name: /tram-displays/ }).check()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'tram-displays' })).toBeVisible()
  })
})

test('on the open-source backend, devices of a fleet are found, tagged and exported', async ({
  page,
  world,
}) => {
  await world.open('first-look', { devices: 300 })
  await world.visit(paths.fleetDevices(await world.fleet(FLEET)))
  await expect(rows(page)).toHaveCount(50)
  const names = () => rows(page).getByRole('link').allInnerTexts()
  const first = await names()
  expect(first).toEqual(first.toSorted())

  await test.step('sort', async () => {
    const header = table(page).getByRole('columnheader', { name: 'Name' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(rows(page).getByRole('link', { name: first[0] ?? '', exact: true })).toHaveCount(0)
    await expect(rows(page)).toHaveCount(50)
    const last = await names()
    expect(last).toEqual(last.toSorted().toReversed())
  })
  await test.step('page', async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    await expect(range).toHaveText(/^51 – /)
  })
  await test.step('filter', async () => {
    await page
      .getByRole('list', { name: 'Filter by status' })
      .getByRole('link', { name: /^Disconn/ })
      .click()
    await expect(page).toHaveURL(/status=disconnected/)
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(page).not.toHaveURL(/status=/)
  })
  await test.step('search', async () => {
    const { uuid, name } = await world.deviceWhere(FLEET, "overall_status eq 'reduced-functionality'")
    const search = page.getByRole('combobox', { name: /^Search devices/ })
    await search.fill(uuid.slice(0, 9))
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).getByRole('link', { name })).toBeVisible()
    await search.fill('')
    await expect(rows(page)).toHaveCount(50)
  })
  await test.step('bulk tag', async () => {
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    for (const nth of [0, 1]) await boxes.nth(nth).check()
    await page.getByRole('button', { name: /tags/i }).first().click()
    const dialog = dialogOf(page, /^Tags of/)
    await dialog.getByLabel('Tag name').fill('aisle')
    await dialog.getByLabel('Value', { exact: true }).fill('4')
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    await expect(dialog.getByLabel('aisle', { exact: true })).toHaveValue('4')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })
  await test.step('undo', async () => {
    const list = new URL(page.url())
    await world.visit(paths.activity())
    await page
      .getByRole('button', { name: /^Undo: .*aisle/ })
      .first()
      .click()
    const dialog = dialogOf(page, 'Undo change')
    await dialog.getByRole('button', { name: 'Undo change' }).click()
    await expect(dialog.getByText(/changes? undone\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await world.visit(list.pathname + list.search)
    await expect(rows(page)).toHaveCount(50)
  })
  await test.step('export', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const download = page.waitForEvent('download')
    await dialogOf(page, 'Export devices').getByRole('button', { name: 'Export', exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(/^cold-chain-eu-devices-.*\.csv$/)
    await page.keyboard.press('Escape')
  })
  await test.step('palette', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    const field = page.getByRole('combobox', { name: 'Search or jump to' })
    await field.fill('tram')
    await page.getByRole('option', { name: /tram-displays/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'tram-displays' })).toBeVisible()
  })
})

test('on the open-source backend, a fleet is created, gets a device and settings, and is deleted', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await test.step('create fleet', async () => {
    await world.visit(paths.createApplication('fleet'))
    const dialog = dialogOf(page, 'Create a fleet')
    await dialog.getByRole('combobox', { name: 'Organization' }).selectOption('Acme Logistics')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('made-here')
    await dialog.getByRole('combobox', { name: 'Default device type' }).selectOption('Raspberry Pi 5')
    await dialog.getByRole('button', { name: 'Create fleet' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'made-here' })).toBeVisible()
  })
  const fleet = await world.fleet('made-here')
  await test.step('add device', async () => {
    await world.visit(paths.addDevice(fleet))
    const dialog = dialogOf(page, 'Add a device to made-here')
    const version = dialog.getByRole('textbox', { name: /^OS version/ })
    await version.fill('6.1.0')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /onfiguration file/ }).click()
    expect((await download).suggestedFilename()).toBe('made-here.config.json')
    await page.keyboard.press('Escape')
  })
  await test.step('provisioning key', async () => {
    await world.visit(paths.fleetKeys(fleet))
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = dialogOf(page, 'Create a provisioning key')
    await write(dialog, { Name: 'Line 4' })
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('In 30 days')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const shown = dialogOf(page, 'Copy the key now')
    await expect(shown.getByLabel('Provisioning key', { exact: true })).toHaveText(/^\w{16,}$/)
    await shown.getByRole('button', { name: 'I have saved it' }).click()
  })
  await test.step('settings', async () => {
    await world.visit(paths.applicationSettings(fleet))
    await page.getByRole('group', { name: 'Default device type' }).getByRole('button').first().click()
    const dialog = dialogOf(page, 'Change the default device type')
    const choice = dialog.getByRole('combobox', { name: 'Default device type' })
    await choice.selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Change device type' }).click()
    await expect(page.getByText(/^The default device type is now/)).toBeVisible()
  })
  await test.step('rename fleet', async () => {
    await page
      .getByRole('group', { name: 'Name', exact: true })
      .getByRole('button', { name: 'Rename' })
      .click()
    const dialog = dialogOf(page, 'Rename this fleet')
    await dialog.getByRole('textbox', { name: 'New name' }).fill('named-anew')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText('Renamed to named-anew')).toBeVisible()
  })
  await test.step('delete fleet', async () => {
    await page.getByRole('button', { name: 'Delete fleet' }).click()
    const dialog = dialogOf(page, 'Delete named-anew?')
    await dialog.getByRole('textbox').fill('named-anew')
    await dialog.getByRole('button', { name: 'Delete fleet' }).click()
    await expect(page.getByText('named-anew deleted')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  })
  await test.step('pin fleet', async () => {
    await world.visit(paths.applicationSettings(await world.fleet('cold-chain-eu')))
    const policy = page.getByRole('region', { name: 'Release policy' })
    await policy.getByRole('button', { name: 'Pin to a release' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^4\.11\.0/ }).check()
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
    await expect(policy).toContainText('Release 4.11.0')
  })
})

test('on the open-source backend, a user creates keys and signs out, and another one changes what is theirs', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await test.step('API key', async () => {
    await world.visit(paths.preferences('access-tokens'))
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = dialogOf(page, 'Create an API key')
    await write(dialog, { Name: 'Reports' })
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('In 30 days')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const shown = dialogOf(page, 'Copy the key now')
    await expect(shown.getByLabel('API key', { exact: true })).toHaveText(/^\w{16,}$/)
    await shown.getByRole('button', { name: 'I have saved it' }).click()
    await expect(page.getByRole('table', { name: 'Your API keys' })).toContainText('Reports')
  })
  await test.step('SSH key', async () => {
    await world.visit(paths.sshKeys())
    await page.getByRole('button', { name: 'Add new key' }).click()
    await page.getByRole('menuitem', { name: 'Add manually' }).click()
    const dialog = dialogOf(page, 'Add an SSH key')
    await dialog.getByLabel('Title').fill('Bench')
    await dialog.getByLabel('Public key').fill(KEY)
    await dialog.getByRole('button', { name: 'Add key' }).click()
    await expect(page.getByRole('table', { name: 'Your SSH keys' })).toContainText('Bench')
  })
  await test.step('organizations stay as they are', async () => {
    await world.visit(paths.organization(await world.organization('acme_logistics')))
    await expect(page.getByText('Organizations of this platform cannot be changed or deleted.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Rename|Delete organization)$/ })).toHaveCount(0)
  })
  const fleet = await world.fleet(FLEET)
  await test.step('sign out', async () => {
    await page.getByRole('button', { name: 'Account of ada' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  })
  await test.step('another user, with no role in the organization, is offered everything', async () => {
    await signIn(page, 'omar')
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
    await world.visit(paths.applicationSettings(fleet))
    await page
      .getByRole('group', { name: 'Name', exact: true })
      .getByRole('button', { name: 'Rename' })
      .click()
    const dialog = dialogOf(page, 'Rename this fleet')
    await dialog.getByRole('textbox', { name: 'New name' }).fill('named-by-omar')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText('Renamed to named-by-omar')).toBeVisible()
  })
})
