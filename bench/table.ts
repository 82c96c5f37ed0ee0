import type { Locator, Page } from 'playwright'
import { World } from '../e2e/world.ts'
import { paths } from '../src/lib/paths.ts'
import { devicesText } from '../src/messages/device-list/devices.ts'
import { fleetText } from '../src/messages/fleets/fleets.ts'
import { tableBounds, type Bound } from './budgets.ts'
import type { Figure } from './report.ts'
import { withServedBuild } from './served.ts'
import { quantile } from './timing.ts'

const WORLD = 'one-hundred-thousand'
const ROUNDS = 40
/** Between rounds: without it, the presses would exceed the client's own limit of requests a minute and wait for it. */
const PAUSE_MS = 3_000

/** Elements whose text or state shows the effect of a click before data arrive. */
const signs = {
  order: 'main th[aria-sort]',
  page: 'main nav [role="status"]',
  status: `main [aria-label="${devicesText.filterByStatus}"] a[aria-current]`,
  selection: 'main tr[data-selected]',
  tab: `main [aria-label="${fleetText.tabs}"] a[aria-current]`,
} as const

/** Times after a click, in ms. */
interface Seen {
  /** Until the clicked control was drawn in its new state. */
  reactionMs: number
  /** Until the result was drawn. */
  doneMs: number
}

/** The response times of the device table with 100,000 devices. */
export async function measureTable(): Promise<Figure[]> {
  return withServedBuild(async ({ browser, origin }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: origin })
    return figuresOf(await measureIn(page, origin))
  })
}

type Presses = Map<string, Seen[]>

export async function measureIn(page: Page, origin: string): Promise<Presses> {
  const world = await World.behind(page, origin)
  await world.open(WORLD)
  const fleet = await world.fleet('cold-chain-eu')
  await page.goto(paths.fleetDevices(fleet))
  const table = page.getByRole('table', { name: devicesText.tableLabel })
  await table.locator('tbody').getByRole('link').first().waitFor()
  await page.evaluate(watchPresses)

  const presses: Presses = new Map()
  const press = async (what: string, button: Locator, sign: keyof typeof signs) => {
    await settled(page)
    // Changes caused by hovering are not counted.
    await button.hover()
    await page.waitForTimeout(250)
    await page.evaluate((selector) => globalThis.presses.arm(selector), signs[sign])
    await button.click()
    const seen = await page.evaluate(() => globalThis.presses.seen())
    presses.set(what, [...(presses.get(what) ?? []), seen])
  }
  const header = (name: string) => table.getByRole('button', { name, exact: false }).first()
  const tab = (name: string) =>
    page.getByRole('navigation', { name: fleetText.tabs }).getByRole('link', { name })
  const status = page
    .getByRole('list', { name: devicesText.filterByStatus })
    .getByRole('link', { name: /^Operational/ })

  for (let round = 0; round < ROUNDS; round += 1) {
    await press('sort', header('Name'), 'order')
    await press('sort', header('Last seen'), 'order')
    await press('next page', page.getByRole('button', { name: 'Next', exact: true }), 'page')
    await press('previous page', page.getByRole('button', { name: 'Previous', exact: true }), 'page')
    await press('filter by status', status, 'status')
    await press('filter by status', status, 'status')
    await press(
      'select the page',
      page.getByRole('checkbox', { name: 'Select all rows of this page' }),
      'selection',
    )
    await press(
      'clear the selection',
      page.getByRole('button', { name: devicesText.clearSelection }),
      'selection',
    )
    await press('open another tab', tab('Summary'), 'tab')
    await press('back to the table, from cache', tab('Devices'), 'tab')
    await page.waitForTimeout(PAUSE_MS)
  }
  return presses
}

/** Waits until no content is loading. */
const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)

declare global {
  var presses: { arm: (sign: string) => void; seen: () => Promise<Seen> }
}

/** Runs in the page: records when a click has a visible effect. */
function watchPresses() {
  const whatIsShown = () => {
    const rows = document.querySelectorAll('main tbody tr[aria-rowindex]')
    const texts = [rows[0], rows[1], rows[rows.length - 1]].map((row) => row?.textContent)
    const selected = document.querySelectorAll('main tr[data-selected]').length
    // Two pages of a list may have the same first and last rows; the range distinguishes them.
    const range = document.querySelector('main nav [role="status"]')?.textContent
    return [
      document.title,
      range,
      selected,
      rows.length,
      rows[0]?.getAttribute('aria-rowindex'),
      ...texts,
    ].join('|')
  }
  const stateOf = (sign: string) =>
    [...document.querySelectorAll(sign)]
      .map((element) => `${element.textContent}${element.getAttribute('aria-sort')}`)
      .join('|')
  const afterNextFrame = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => then(performance.now()))
      port1.start()
      port2.postMessage(null)
    })
  let current: Promise<Seen> | undefined
  globalThis.presses = {
    arm(sign) {
      current = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('Nothing else was shown after the press')), 60_000)
        const before = { sign: stateOf(sign), page: whatIsShown() }
        let pressed: number | undefined
        let reactionMs: number | undefined
        let doneMs: number | undefined
        let isHeard = false
        let isDone = false
        const end = () => {
          if (reactionMs === undefined || doneMs === undefined) return
          observer.disconnect()
          resolve({ reactionMs, doneMs })
        }
        const observer = new MutationObserver(() => {
          if (pressed === undefined) return
          const from = pressed
          if (!isHeard && stateOf(sign) !== before.sign) {
            isHeard = true
            afterNextFrame((at) => {
              reactionMs = at - from
              end()
            })
          }
          const busy = document.querySelector('main [aria-busy="true"]') !== null
          if (isDone || busy || whatIsShown() === before.page) return
          isDone = true
          afterNextFrame((at) => {
            doneMs = at - from
            end()
          })
        })
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        })
        addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true })
      })
    },
    seen: () => current ?? Promise.reject(new Error('Nothing was armed')),
  }
}

function figuresOf(presses: Presses): Figure[] {
  return [...presses].flatMap(([what, seen]) => {
    const isRoute = what.includes('cache')
    const reactions = seen.map(({ reactionMs }) => reactionMs)
    const ends = seen.map(({ doneMs }) => doneMs)
    const figure = (name: string, values: number[], bound?: Bound): Figure => ({
      what: `${what}: ${name}`,
      value: at(values, 0.95),
      unit: 'ms',
      ...bound,
      note: `p50 ${at(values, 0.5).toFixed(0)} ms of ${values.length}`,
    })
    return [
      figure('seen to be heard, p95', reactions, tableBounds.reaction),
      figure('drawn, p95', ends, isRoute ? tableBounds.route : undefined),
    ]
  })
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted.length === 0 ? 0 : quantile(sorted, share)
}
