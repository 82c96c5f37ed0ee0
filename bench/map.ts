import type { Page } from 'playwright'
import { World } from '../e2e/world.ts'
import { paths } from '../src/lib/paths.ts'
import { mapBounds, NOTICEABLE_MS } from './budgets.ts'
import type { Figure } from './report.ts'
import { withServedBuild } from './served.ts'
import { quantile } from './timing.ts'
import { tasksWhile, type Task } from './trace.ts'

const WORLD = 'one-hundred-thousand'
const FLEET = 'cold-chain-eu'

/** Gives a fleet of more than a hundred thousand devices. */
const DEVICES = 160_000

/** How the map of a hundred thousand devices opens, pans, zooms and selects. */
export async function measureMap(): Promise<Figure[]> {
  return withServedBuild(async (served) => {
    const { browser, origin } = served
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: origin })
    const world = await World.behind(page, origin)
    await world.open(WORLD, { devices: DEVICES })
    await page.goto(paths.fleetDevices(await world.fleet(FLEET)))
    const table = page.getByRole('table', { name: 'Devices of this fleet' })
    await table.locator('tbody').getByRole('link').first().waitFor()
    // Wait for prefetches of the page, which are unrelated to the map.
    await page.waitForTimeout(2_000)

    await page.evaluate(timeMap)
    const opens = await tasksWhile(served, page, async () => {
      await page.getByRole('radio', { name: 'Table' }).press('ArrowRight')
      await page.evaluate(() => globalThis.opened)
    })
    const { firstMs, allMs, devices } = await page.evaluate(() => globalThis.opened)
    await page.evaluate(watchFrames)
    const moves = await tasksWhile(served, page, () => moveAbout(page))
    const frames = (await page.evaluate(() => globalThis.mapFrames)).toSorted((a, b) => a - b)
    const zooms = await tasksWhile(served, page, () => zoomInAndOut(page))
    const selects = await tasksWhile(served, page, async () => {
      await page.getByRole('button', { name: 'Select all in view' }).click()
      await page.getByRole('group', { name: 'Actions on the selected devices' }).waitFor()
    })
    return [
      { what: 'map: first markers', value: firstMs, unit: 'ms', ...mapBounds.opening },
      { what: 'map: every marker', value: allMs, unit: 'ms', note: devices },
      longest('map opens', opens),
      {
        what: 'map moved: a frame, p95',
        value: quantile(frames, 0.95),
        unit: 'ms',
        ...mapBounds.frame,
        note: `p50 ${quantile(frames, 0.5).toFixed(1)} ms of ${frames.length}`,
      },
      longest('map moved', moves),
      longest('map zoomed', zooms),
      longest('all in view selected', selects),
    ]
  })
}

async function moveAbout(page: Page): Promise<void> {
  const box = await page.getByRole('application', { name: 'Map of the devices' }).boundingBox()
  if (box === null) throw new Error('The map has no place on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  for (let round = 0; round < 4; round += 1) {
    const way = round % 2 === 0 ? 1 : -1
    await page.mouse.down()
    for (let step = 1; step <= 40; step += 1) await page.mouse.move(x + 6 * way * step, y + 2 * way * step)
    await page.mouse.up()
    await page.mouse.move(x, y)
  }
}

async function zoomInAndOut(page: Page): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, step < 6 ? -120 : 120)
    await page.waitForTimeout(300)
  }
}

const longest = (what: string, tasks: readonly Task[]): Figure => ({
  what: `${what}: longest task`,
  value: tasks[0]?.ms ?? 0,
  unit: 'ms',
  ...mapBounds.task,
  note: tasks
    .filter(({ ms }) => ms > NOTICEABLE_MS)
    .map(({ ms, script }) => `${ms.toFixed(0)} ms ${script}`)
    .join(', '),
})

declare global {
  var mapFrames: number[]
  var opened: Promise<{ firstMs: number; allMs: number; devices: string }>
}

/** Runs in the page: records the time between frames from now on, in ms. */
function watchFrames() {
  const frames: number[] = []
  globalThis.mapFrames = frames
  let last = performance.now()
  const frame = (at: number) => {
    frames.push(at - last)
    last = at
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** Runs in the page: measures the time from the next key press to the first markers of the map, and to the last one. */
function timeMap() {
  globalThis.opened = new Promise((resolve) => {
    addEventListener(
      'keydown',
      () => {
        const start = performance.now()
        let firstMs = 0
        const look = () => {
          const isThere = document.querySelector('main [role="application"] [role="listitem"]') !== null
          if (isThere && firstMs === 0) firstMs = performance.now() - start
          const note = [...document.querySelectorAll('main [role="status"]')]
            .map(({ textContent }) => textContent)
            .find((words) => words.includes('on the map'))
          if (isThere && note !== undefined)
            resolve({ firstMs, allMs: performance.now() - start, devices: note })
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
}
