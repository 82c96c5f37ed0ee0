import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Key } from 'selenium-webdriver'
import { parse } from 'yaml'
import { paths } from '../src/lib/paths.ts'
import { expect, test } from './webkit/fixtures.ts'

const FOLDER = new URL('../src/control-panel/stories/catalogue/', import.meta.url)
const stories = readdirSync(FOLDER).map((file) => ({
  name: file.replace('.yaml', ''),
  story: parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { title: string; steps: unknown[] },
}))

/** A step advances the clock, or waits for what it shows. */
const STEP_MS = 60_000

for (const { name, story } of stories) {
  test(`WebKit: the story “${story.title}” is followed to its end`, { tag: '@release' }, async ({ tab }) => {
    await tab.goto(`/?story=${name}`)
    const bar = tab.role('region', 'Story')
    for (const index of story.steps.keys()) {
      await expect.poll(() => bar.attribute('data-step'), { timeout: STEP_MS }).toBe(String(index + 1))
      await bar.role('button', /^(Next|Finish)$/).click()
    }
    await expect.poll(() => bar.count(), { timeout: STEP_MS }).toBe(0)
  })
}

test(
  'WebKit: charts of a fleet are read, also as a table, and saved',
  { tag: '@release' },
  async ({ tab, world, desktop }) => {
    await world.open('ageing-os', { as: 'olive' })
    await world.visit(paths.fleetInsights(await world.fleet('cold-chain-eu')))
    await tab.role('list', 'Host OS').role('link').shown()
    const asTable = tab.role('button', 'Show as table: Host OS')
    await asTable.click()
    await tab.role('table', 'Host OS').shown()
    for (const [button, file] of [
      ['Save as CSV: Host OS', 'cold-chain-eu-os.csv'],
      ['Save as PNG: Host OS', 'cold-chain-eu-os.png'],
    ] as const) {
      await tab.role('button', button).click()
      const isSaved = () => ['.', 'Downloads'].some((folder) => existsSync(join(desktop.home, folder, file)))
      await expect.poll(isSaved).toBe(true)
    }
    await asTable.click()
    await tab.role('list', 'Host OS').role('link').click()
    await tab.role('table', 'Devices of this fleet').shown()
  },
)

test(
  'WebKit: the history of a fleet is a picture, and is read with the keyboard',
  { tag: '@release' },
  async ({ tab, world }) => {
    await world.open('offline-storm')
    await tab.role('img', 'Devices of cold-chain-eu by status').shown()
    await tab.role('link', 'cold-chain-eu').click()
    const panel = tab.role('region', 'Last 24 hours')
    await panel.role('img', /^Devices of cold-chain-eu by status over time/).shown()
    await panel.role('slider').type(Key.HOME)
    await expect.poll(() => panel.role('slider').attribute('aria-valuetext')).toContain('operational')
  },
)

test('WebKit: a world of one’s own is described and opened', { tag: '@release' }, async ({ tab, world }) => {
  await world.open('first-look', { as: null })
  await tab.role('button', /^Create your own world/).click()
  const panel = tab.role('dialog', 'Simulator')
  await panel.role('textbox', 'Company').fill('Northern Lights')
  await panel.role('button', 'Open this world').click()
  await tab.role('heading', 'shop-screens').shown()
  await tab.role('link', /^Northern Lights/).shown()
})
