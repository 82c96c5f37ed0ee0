import type { Page } from 'playwright'
import { World } from '../e2e/world.ts'
import { paths } from '../src/lib/paths.ts'
import { terminalText } from '../src/messages/device-page/device.ts'
import { inputBounds } from './budgets.ts'
import type { Figure } from './report.ts'
import { withServedBuild } from './served.ts'
import { quantile } from './timing.ts'

const LINES_A_SECOND = 500
const SECONDS = 8
/** The response time to input that ARCHITECTURE requires. */

interface Measured {
  /** From a key press until its handler runs, in ms. */
  delays: number[]
  longTasks: number[]
  frames: number
  /** CPU time of the page's main thread, in percent of a core; excludes other processes. */
  busyPercent: number
}

/** How fast the page of a device responds to input while its log runs at 500 lines a second and a terminal is open. */
export function measureInput(): Promise<Figure[]> {
  return withServedBuild(async ({ browser, origin }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: origin })
    return figuresOf(await measureIn(page, origin))
  })
}

/** Opens a device, streams its log, and types, clicks and scrolls for a while. */
export async function measureIn(page: Page, origin: string): Promise<Measured> {
  await page.addInitScript(pourLogs, LINES_A_SECOND)
  const world = await World.behind(page, origin)
  await world.open('first-look')
  await page.goto(paths.device(await world.anyDevice('cold-chain-eu')))
  const logs = page.getByRole('region', { name: 'Logs', exact: true })
  await logs.getByText('Live', { exact: true }).waitFor()
  const dock = page.getByRole('region', { name: terminalText.panel, exact: true })
  const toggle = dock.getByRole('button', { name: terminalText.panel, exact: true })
  await toggle.waitFor()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await page.getByRole('combobox', { name: terminalText.target }).selectOption(terminalText.host)
  await page.getByRole('button', { name: terminalText.start }).click()
  await page.getByRole('button', { name: 'Host OS, connected', exact: true }).waitFor()
  await page.evaluate(watch)
  const busy = await watchThread(page)
  const until = Date.now() + SECONDS * 1_000
  while (Date.now() < until) {
    await page.keyboard.type('uptime', { delay: 40 })
    await page.keyboard.press('Enter')
    await logs.getByRole('button', { name: 'UTC' }).click()
    await logs.getByRole('searchbox', { name: 'Filter messages' }).fill('')
    await page.keyboard.type('probe', { delay: 40 })
    await logs.getByRole('button', { name: 'Timestamps' }).click()
    await logs.getByRole('log').hover()
    await page.mouse.wheel(0, -400)
    await logs.getByRole('button', { name: /^Follow$|new lines?$/ }).click()
    await page.getByRole('region', { name: 'Terminal on Host OS' }).getByRole('textbox').focus()
  }
  const busyPercent = await busy()
  const measured = await page.evaluate(
    () => (globalThis as unknown as { measured: Omit<Measured, 'busyPercent'> }).measured,
  )
  return { ...measured, busyPercent }
}

/** Measures the share of a core that the page's main thread uses from now on. */
async function watchThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taken = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await taken()
  const since = performance.now()
  return async () => (100_000 * ((await taken()) - before)) / (performance.now() - since)
}

/** Runs in the page: replaces the log streams of the platform by one that writes this many lines a second. */
function pourLogs(perSecond: number) {
  const usual = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('stream=1')) return usual(input, init)
    const every = 20
    const encoder = new TextEncoder()
    let nth = 0
    let timer: ReturnType<typeof setInterval>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        timer = setInterval(() => {
          let text = ''
          for (let count = 0; count < (perSecond * every) / 1_000; count += 1) {
            const at = Date.now()
            nth += 1
            const message = `probe=${nth} \u001b[32mok\u001b[0m temp=-19.2C door=closed queue depth=${nth % 7} oldest=1.6s`
            text += `${JSON.stringify({ createdAt: at, timestamp: at, isSystem: false, isStdErr: nth % 50 === 0, message })}\n`
          }
          controller.enqueue(encoder.encode(text))
        }, every)
      },
      cancel: () => clearInterval(timer),
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }))
  }
}

/** Runs in the page: records input delays, long tasks and frames. */
function watch() {
  const measured = { delays: [] as number[], longTasks: [] as number[], frames: 0 }
  Object.assign(globalThis, { measured })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (['keydown', 'pointerdown', 'click'].includes(entry.name))
        measured.delays.push(entry.processingStart - entry.startTime)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.longTasks.push(entry.duration)
  }).observe({ type: 'longtask' })
  const frame = () => {
    measured.frames += 1
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

function figuresOf({ delays, longTasks, frames, busyPercent }: Measured): Figure[] {
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted.length === 0 ? 0 : quantile(sorted, share))
  return [
    {
      what: 'input delay, 95 of 100 presses',
      value: at(0.95),
      unit: 'ms',
      ...inputBounds.delay,
      note: `of ${sorted.length} presses that took a frame or more`,
    },
    { what: 'input delay, the slowest press', value: at(1), unit: 'ms' },
    {
      what: 'longest task',
      value: Math.max(0, ...longTasks),
      unit: 'ms',
      note: `${longTasks.length} tasks above 50 ms in ${SECONDS} s`,
    },
    { what: 'the thread of the page, busy', value: busyPercent, unit: '%', note: 'of a core' },
    { what: 'frames a second', value: frames / SECONDS, unit: '/s' },
  ]
}
