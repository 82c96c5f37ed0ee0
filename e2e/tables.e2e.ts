import type { Locator, Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { World } from './world.ts'

const FLEET = 'cold-chain-eu'

const table = (page: Page): Locator => page.getByRole('table', { name: 'Devices of this fleet' })
const rows = (page: Page): Locator => table(page).locator('tbody').getByRole('row')
const region = (page: Page): Locator => page.getByRole('region', { name: 'Devices of this fleet' })

/** Opens the devices of the large fleet in release-day, with the clock stopped, so that numbers do not change. */
async function openDevices(page: Page, world: World) {
  await world.open('release-day')
  await world.setSpeed(0)
  await world.visit(paths.fleetDevices(await world.fleet(FLEET)))
  await expect(rows(page)).toHaveCount(50)
}

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 1440) < 760

/** On a phone, all display options are in one menu. */
async function openLook(page: Page, button: string | RegExp, item: string | RegExp) {
  if (!isNarrow(page)) return page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('button', { name: 'View and columns' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function openViews(page: Page) {
  await page
    .getByRole('button', { name: isNarrow(page) ? 'View and columns' : /^(Views|Worst first)$/ })
    .click()
}

test(
  'a list is sorted by two columns and arranged by a preset without the Shift key, and saved for the team [OPS-090, OPS-091, OPS-092, OPS-096, OPS-097]',
  { tag: '@phone' },
  async ({ page, world }) => {
    await openDevices(page, world)
    await openLook(page, 'Columns', 'Columns and sort order…')
    const drawer = page.getByRole('dialog', { name: 'Columns' })
    await drawer.getByRole('combobox', { name: 'Then by' }).selectOption({ label: 'Status' })
    await drawer.getByRole('button', { name: 'Sort by Status earlier' }).click()
    await drawer.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'Metrics' })
    await drawer.getByText('Compact', { exact: true }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(table(page).getByRole('columnheader', { name: 'Status' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(
      table(page).getByRole('button', { name: /^Name.*, sort priority 2, ascending/ }),
    ).toBeVisible()
    const height = await rows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
    expect(Math.round(height)).toBeLessThanOrEqual(33)
    for (const target of [
      rows(page).first().getByRole('link'),
      rows(page).first().getByRole('checkbox').locator('..'),
    ]) {
      const { height: tall = 0 } = (await target.boundingBox()) ?? {}
      expect(Math.round(tall)).toBeGreaterThanOrEqual(24)
    }
    await expectAccessible(page)

    await openViews(page)
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    const save = page.getByRole('dialog', { name: 'Save this view' })
    await save.getByRole('textbox', { name: 'Name' }).fill('Worst first')
    await save.getByRole('checkbox', { name: /^Share it with everyone/ }).check()
    await expectAccessible(page)
    await save.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('View Worst first shared with the fleet')).toBeVisible()
    await expect(save).toHaveCount(0)

    await openViews(page)
    await expect(page.getByRole('menuitemradio', { name: 'Worst first' })).toHaveAttribute(
      'aria-checked',
      'true',
    )
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Share and manage views…' }).click()
    const views = page.getByRole('dialog', { name: 'Views', exact: true })
    await expect(views.getByText('sorted by Status, Name · 8 columns')).toBeVisible()
    await expectAccessible(page)
    await views.getByLabel('Open views from a file').setInputFiles({
      name: 'views.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"flotilla": 1}'),
    })
    await expect(views.getByRole('alert')).toContainText('flotilla must be "device-views"')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(views).toHaveCount(0)

    // The view is not shown among the fleet's tags.
    await world.visit(paths.fleet(await world.fleet(FLEET)))
    await expect(page.getByText('flotilla.view')).toHaveCount(0)
  },
)

test(
  'rows are navigated, selected, copied and left with single keys, which can be turned off [OPS-093, OPS-094, OPS-095]',
  { tag: '@phone' },
  async ({ page, world, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openDevices(page, world)
    const link = (nth: number) => rows(page).nth(nth).getByRole('link')
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.keyboard.press('j')
    await expect(link(0)).toBeFocused()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expect(page.getByText('3 selected')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy rows' })).toBeVisible()
    await page.keyboard.press('Control+c')
    await expect(page.getByText('Copied 3 rows')).toBeVisible()
    const lines = (await clipboard()).split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]?.split('\t')[1]).toBe(await link(0).innerText())
    await expectAccessible(page)

    await page.keyboard.press('c')
    const menu = page.getByRole('menu', { name: /^Copy from / })
    await expect(menu).toBeVisible()
    await expectAccessible(page)
    await menu.getByRole('menuitem', { name: /^UUID/ }).click()
    await expect(page.getByText('UUID copied')).toBeVisible()
    expect(await clipboard()).toMatch(/^[0-9a-f]{32}$/)
    await expect(link(2)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(region(page)).toBeFocused()

    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await shortcuts.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(shortcuts).toHaveCount(0)
    await region(page).focus()
    await page.keyboard.press('j')
    await expect(region(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(link(2)).toBeFocused()
  },
)
