import type { Locator, Page } from 'playwright/test'
import type { DemoName } from '../mocks/worlds/people.ts'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { World } from './world.ts'

const FLEET = 'cold-chain-eu'

/** Opens the devices of the large fleet in release-day, with the clock stopped, so that numbers do not change. */
async function openDevices(page: Page, world: World, as: DemoName = 'ada') {
  await world.open('release-day', { as })
  await world.setSpeed(0)
  await world.visit(paths.fleetDevices(await world.fleet(FLEET)))
  await expect(rows(page)).toHaveCount(50)
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'Devices of this fleet' })
const rows = (page: Page): Locator => table(page).locator('tbody').getByRole('row')
const range = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
const statuses = (page: Page): Locator => page.getByRole('list', { name: 'Filter by status' })

test('the counts by status add up, and clicking one filters the list [DEVLIST-001, DEVLIST-003, FLEET-006]', async ({
  page,
  world,
}) => {
  await openDevices(page, world)
  await expect(page.getByText('1,204 devices')).toBeVisible()
  const counts = (await statuses(page).getByRole('link').allInnerTexts()).map((text) =>
    Number(text.replaceAll(/\D/g, '')),
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1204)
  await expect(range(page)).toHaveText('1 – 50 of 1,204')
  await expectAccessible(page)

  const disconnected = statuses(page).getByRole('link', { name: /^Disconnected/ })
  const count = (await disconnected.innerText()).replaceAll(/\D/g, '')
  await disconnected.click()
  await expect(page).toHaveURL(/status=disconnected/)
  await expect(rows(page)).toHaveCount(Number(count))
  for (const status of await rows(page).getByRole('cell').nth(1).allInnerTexts())
    expect(status).toBe('Disconnected')
  await expectAccessible(page)

  await page
    .getByRole('button', { name: 'Remove filter Status' })
    .or(page.getByRole('button', { name: 'Clear filters' }))
    .first()
    .click()
  await expect(rows(page)).toHaveCount(50)
})

test('part of a name or tag, or the start of a UUID, finds a device', async ({ page, world }) => {
  await openDevices(page, world)
  const { uuid, name } = await world.deviceWhere(FLEET, "overall_status eq 'disconnected'")
  const search = page.getByRole('combobox', { name: /^Search devices/ })
  for (const text of [name.toUpperCase(), uuid.slice(0, 9)]) {
    await search.fill(text)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).getByRole('link', { name })).toBeVisible()
  }
  await search.fill('nothing is called this')
  await expect(page.getByText('No devices match these filters')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(rows(page)).toHaveCount(50)
  await expect(search).toHaveValue('')
})

test(
  'paging and sorting are done by the platform, kept in the address, and survive a reload',
  { tag: '@firefox' },
  async ({ page, world }) => {
    await openDevices(page, world)
    const names = () => rows(page).getByRole('link').allInnerTexts()
    const first = await names()
    expect(first).toEqual(first.toSorted())
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(range(page)).toHaveText('51 – 100 of 1,204')
    await expect(rows(page).getByRole('link', { name: first[0] ?? '', exact: true })).toHaveCount(0)
    // Visible rows are rendered first, the others right after.
    await expect(rows(page)).toHaveCount(50)
    const second = await names()
    expect(second.filter((name) => first.includes(name))).toEqual([])
    await page.reload()
    await expect(rows(page)).toHaveCount(50)
    await expect(range(page)).toHaveText('51 – 100 of 1,204')
    expect(await names()).toEqual(second)

    await table(page).getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(table(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await expect(range(page)).toHaveText('1 – 50 of 1,204')
    await expect(rows(page).getByRole('link', { name: second[0] ?? '', exact: true })).toHaveCount(0)
    await expect(rows(page)).toHaveCount(50)
    const last = await names()
    expect(last).toEqual(last.toSorted().toReversed())
    // Not `goBack`: over WebDriver BiDi, older releases of Firefox do not report navigation within a document.
    await page.evaluate(() => history.back())
    await expect(range(page)).toHaveText('51 – 100 of 1,204')
    // The range updates before the rows: wait until the rows of the previous order are gone.
    await expect(rows(page).getByRole('link', { name: second[0] ?? '', exact: true })).toHaveCount(1)

    // On a long page only visible rows are rendered; End moves to the last one, which stays rendered.
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('500')
    await expect(range(page)).toHaveText('1 – 500 of 1,204')
    await expect(rows(page).getByRole('link', { name: second[0] ?? '', exact: true })).toHaveCount(0)
    await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2')
    await rows(page).first().getByRole('link').focus()
    await page.keyboard.press('End')
    const lastRow = table(page).locator('tr[aria-rowindex="501"]')
    await expect(lastRow.getByRole('link')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(table(page).locator('tr[aria-rowindex="2"]').getByRole('link')).toBeFocused()

    // The focused row is not on the next page, so the table gets the focus.
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
    await expect(rows(page)).toHaveCount(50)
    await rows(page).nth(9).getByRole('link').focus()
    await page.evaluate(() => history.back())
    await expect(range(page)).toHaveText('1 – 500 of 1,204')
    await page.evaluate(() => history.back())
    await expect(range(page)).toHaveText('51 – 100 of 1,204')
    await expect(page.getByRole('region', { name: 'Devices of this fleet' })).toBeFocused()
  },
)

test('the selected columns survive a reload [DEVLIST-004]', async ({ page, world }) => {
  await openDevices(page, world)
  const header = (name: string) => table(page).getByRole('columnheader', { name, exact: true })
  const choice = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name, exact: true })
  await expect(header('IP address')).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await choice('IP address').check()
  await choice('Supervisor').uncheck()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(header('IP address')).toBeVisible()
  await expect(header('Supervisor')).toHaveCount(0)

  await page.reload()
  await expect(header('IP address')).toBeVisible()
  await expect(header('Supervisor')).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  await expect(header('Supervisor')).toBeVisible()
  await expect(header('IP address')).toHaveCount(0)
})

test('rows are navigated, selected and opened with the keyboard', async ({ page, world }) => {
  await openDevices(page, world)
  const link = (nth: number) => rows(page).nth(nth).getByRole('link')
  await link(0).focus()
  await page.keyboard.press('ArrowDown')
  await expect(link(1)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  const name = await link(1).innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('restarting selected devices shows the result of each [ERR-034, ERR-035]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 500/)
  await openDevices(page, world)
  await page.getByRole('button', { name: 'Needs attention' }).click()
  await expect(page).toHaveURL(/status=attention/)
  await page.goBack()
  await expect(rows(page)).toHaveCount(50)

  await statuses(page)
    .getByRole('link', { name: /^Operational/ })
    .click()
  await expect(page).toHaveURL(/status=operational/)
  for (const nth of [0, 1, 2]) await rows(page).nth(nth).getByRole('checkbox').check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await expectAccessible(page)
  await world.fault({ route: 'POST /supervisor/*', kind: 'status', status: 500, times: 1 })
  await page
    .getByRole('group', { name: 'Actions on the selected devices' })
    .getByRole('button', { name: 'Restart' })
    .click()

  const dialog = page.getByRole('dialog', { name: /^Restart 3 devices/ })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Restart' }).click()
  await expect(dialog.getByText('Restarted 2 devices')).toBeVisible()
  await expect(dialog.getByText(/^The operation failed for 1 of the selected items with: \S/)).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Results by device' }).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Retry 1 failed' }).click()
  await expect(dialog.getByText('Restarted 3 devices')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
})

test('selecting all matches includes other pages, and a deselected device stays deselected', async ({
  page,
  world,
}) => {
  await openDevices(page, world)
  await page.getByRole('combobox', { name: /^Search devices/ }).fill('ham')
  await expect(page).toHaveURL(/q=ham/)
  // The address changes before the rows; the unfiltered list has more than a thousand.
  await expect(range(page)).toHaveText(/ of \d{2,3}$/)
  // Not its inner text, which is empty while it is announced.
  const total = (await range(page).textContent())?.split(' of ')[1] ?? ''
  expect(Number(total)).toBeGreaterThan(50)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expect(page.getByText('50 selected')).toBeVisible()
  await page.getByRole('button', { name: `Select all ${total}` }).click()
  await expect(page.getByText(`${total} selected`)).toBeVisible()
  await expectAccessible(page)

  await rows(page).first().getByRole('checkbox').uncheck()
  await expect(page.getByText(`${Number(total) - 1} selected`)).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(rows(page).first().getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByText(/ selected$/)).toHaveCount(0)
})

test('an observer can select, sees why restarting is not allowed, and nothing is sent [PERM-007, PERM-043, PERM-059, PERM-077]', async ({
  page,
  world,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/supervisor/')) sent.push(request.url())
  })
  await openDevices(page, world, 'olive')
  await rows(page).first().getByRole('checkbox').check()
  const restart = page.getByRole('button', { name: 'Restart', exact: true })
  await expect(restart).toBeDisabled()
  await expect(restart).toHaveAccessibleDescription('Your role here (Observer) does not allow this')
  await restart.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  expect(sent).toEqual([])
})

test('while an update runs, fewer devices are updating and more are operational', async ({ page, world }) => {
  await openDevices(page, world)
  const countOf = async (status: string) =>
    Number(
      (
        await statuses(page)
          .getByRole('link', { name: new RegExp(`^${status}`) })
          .innerText()
      ).replaceAll(/\D/g, ''),
    )
  const [updating, operational] = [await countOf('Updating'), await countOf('Operational')]
  await world.advance('30 min')
  await expect.poll(() => countOf('Updating')).toBeLessThan(updating)
  await expect.poll(() => countOf('Operational')).toBeGreaterThan(operational)
})

const selectedIn = async (bar: Locator) =>
  Number.parseInt(((await bar.textContent()) ?? '').replaceAll(',', ''), 10)

/** Runs in the page: the number of different colours at the centers of the map's canvases. */
function coloursOf(pieces: Element[]): number {
  const brush = document.createElement('canvas').getContext('2d')
  const seen = pieces.map((piece) => {
    if (!(piece instanceof HTMLCanvasElement) || brush === null) return ''
    brush.drawImage(piece, 0, 0)
    return brush.getImageData(piece.width / 2, piece.height / 2, 1, 1).data.join()
  })
  return new Set(seen).size
}

test('devices are shown on a map, and a cluster splits when zooming in with the keyboard; a box selects in the table, too [OPS-020, OPS-021, OPS-024]', async ({
  page,
  world,
}) => {
  await openDevices(page, world)
  await page.getByRole('radio', { name: 'Table' }).press('ArrowRight')
  const map = page.getByRole('application', { name: 'Map of the devices' })
  const numbers = map.getByRole('button')
  await expect(numbers.first()).toBeVisible()
  await expect(numbers.first()).toHaveAccessibleName(/^[\d,]+(?: here|\/[\d,]+): \w+/)
  // The background is drawn: at least land and water.
  await expect.poll(() => map.locator('canvas').evaluateAll(coloursOf)).toBeGreaterThan(1)
  await expectAccessible(page)
  // After how many of them have the worst status, if not all do: “2/360”.
  const counts = async () =>
    (await numbers.allInnerTexts())
      .map((text) => Number(text.split('/').at(-1)?.replaceAll(',', '')))
      .toSorted((a, b) => a - b)
  const far = await counts()
  expect(far.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1_000)
  await numbers.first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(counts).not.toEqual(far)
  await expect(map).toBeFocused()

  const selected = page.getByRole('group', { name: 'Actions on the selected devices' }).locator('xpath=..')
  await page.getByRole('button', { name: 'Select all in view' }).press('Enter')
  await expect(selected).toContainText(/\d+ selected/)
  const inView = await selectedIn(selected)
  expect(inView).toBeLessThan(far.reduce((sum, count) => sum + count, 0))
  // Clusters show how many of their devices are selected.
  await page.getByRole('button', { name: 'Show all markers' }).click()
  await expect.poll(counts).toEqual(far)
  await expect(map.getByRole('button', { name: /, (all|\d+) selected\. Zoom in\.$/ }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(map.getByRole('button', { name: /selected\. Zoom in\.$/ })).toHaveCount(0)
  // The Tab order is row by row: no marker is above the one before it.
  const tops = await map
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(3)
  expect(tops.filter((top, at) => top < (tops[at - 1] ?? top) - 40)).toEqual([])
  // Everything except the buttons at the right.
  const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.getByRole('button', { name: 'Select an area' }).click()
  await page.mouse.move(box.x + 5, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 100)
  await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5)
  await page.mouse.up()
  await expect.poll(() => selectedIn(selected)).toBeGreaterThan(inView)
  const inBox = await selectedIn(selected)
  await page.getByRole('radio', { name: 'Map' }).press('ArrowLeft')
  await expect(page.getByRole('table', { name: 'Devices of this fleet' })).toBeVisible()
  expect(await selectedIn(selected)).toBe(inBox)
})
