import type { CDPSession, Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, test } from './fixtures.ts'
import { openTerminal } from './terminal-dock.ts'

const DEVICES = 10
/** Devices visited before the first measurement, so that everything cached once is present. */
const WARM_UP = 4
/**
 * The allowed growth between the first and the last measurement. In fact only the heap grows, by about 2 MB, because responses
 * about twenty devices are cached for five minutes; the browser's count of listeners varies by 75. A leaked terminal has 33
 * listeners, and the test opens four; a leaked panel has about a hundred nodes.
 */
const MAY_GROW = { megabytes: 8, listeners: 80, nodes: 300 }

/** After this many devices, the response cache is full: further growth is a leak. */
const FIRST = 60
const QUICK = 140
/** In MB. Measured: two and a half, and no growth after 150 devices; with an unbounded cache, 0.039 per device: 5.5 more. */
const MAY_GROW_QUICKLY = 5
/** A page sends about fifteen requests, and the limit is 350 a minute. */
const A_MINUTE = 20

interface MemoryUse {
  megabytes: number
  listeners: number
  nodes: number
}

async function held(page: Page, devtools: CDPSession): Promise<MemoryUse> {
  // Objects freed by one collection may release others only in the next one.
  for (let nth = 0; nth < 3; nth += 1) await devtools.send('HeapProfiler.collectGarbage')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  const { metrics } = await devtools.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN
  return {
    megabytes: value('JSHeapUsedSize') / 1e6,
    listeners: value('JSEventListeners'),
    nodes: value('Nodes'),
  }
}

/** Visits one device after the other as fast as their pages load. */
async function visitAll(page: Page, uuids: readonly string[]) {
  for (let from = 0; from < uuids.length; from += A_MINUTE) {
    const addresses = uuids.slice(from, from + A_MINUTE).map((uuid) => paths.device(uuid))
    await page.evaluate(async (visited) => {
      const isShown = (address: string) =>
        document.documentElement.dataset.shown === address &&
        document.querySelector('main [aria-busy=true]') === null
      for (const address of visited) {
        history.pushState(null, '', address)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
        while (!isShown(address)) await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    }, addresses)
    await page.clock.fastForward(61_000)
  }
}

/** The number of message events still in memory, each with its request. */
async function messagesHeld(devtools: CDPSession): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'MessageEvent.prototype' })
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  })
  const { result: count } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  return Number(count.value)
}

/** Counts open log streams. */
function countStreams(page: Page): () => number {
  let open = 0
  const isStream = (url: string) => new URL(url).searchParams.get('stream') === '1'
  page.on('request', (request) => (open += isStream(request.url()) ? 1 : 0))
  const ended = (request: { url(): string }) => (open -= isStream(request.url()) ? 1 : 0)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return () => open
}

test('after twenty devices and half an hour, the page uses no more memory than at the beginning', async ({
  page,
  world,
}) => {
  const streams = countStreams(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.clock.install()
  await world.open('first-look', { devices: 400 })
  await world.setSpeed(0)
  await page.goto(paths.fleetDevices(await world.fleet('cold-chain-eu')) + '?status=operational')
  await page.getByRole('table', { name: 'Devices of this fleet' }).getByRole('link').first().click()
  const place = page.getByRole('group', { name: 'Devices of the list' })
  const next = place.getByRole('button', { name: /^Next device/ })
  const logs = page.getByRole('region', { name: 'Logs', exact: true })

  /** Waits for the nth device of the list, with a live log and a used terminal. */
  const look = async (nth: number) => {
    await expect(place.getByText(new RegExp(`^${nth} of `))).toBeVisible()
    await expect(logs.getByText('Live', { exact: true })).toBeVisible()
    if (nth % 5 === 0) {
      await openTerminal(page)
      await page.getByRole('combobox', { name: 'Target' }).selectOption('Host OS')
      await page.getByRole('button', { name: 'Start session' }).click()
      await expect(page.getByRole('button', { name: 'Host OS, connected', exact: true })).toBeVisible()
    }
    // Each jump reloads all data of the page, and requests per minute are limited.
    if (nth % 3 === 0) {
      await world.advance('540 s')
      await page.clock.fastForward(61_000)
    }
  }
  for (let nth = 1; nth <= WARM_UP; nth += 1) {
    await look(nth)
    await next.click()
  }
  await look(WARM_UP + 1)
  await next.click()
  await look(WARM_UP + 2)
  const before = await held(page, devtools)
  const streamsBefore = streams()

  for (let nth = WARM_UP + 3; nth <= WARM_UP + 2 + DEVICES; nth += 1) {
    await next.click()
    await look(nth)
  }
  await next.click()
  await look(WARM_UP + 3 + DEVICES)
  const after = await held(page, devtools)

  // The service worker sends two messages per request.
  expect(await messagesHeld(devtools), 'messages that are held').toBeLessThan(30)
  expect(streams(), 'open log streams').toBe(streamsBefore)
  expect(streamsBefore).toBe(1)
  expect(after.listeners - before.listeners, 'listeners more').toBeLessThan(MAY_GROW.listeners)
  expect(after.nodes - before.nodes, 'nodes more').toBeLessThan(MAY_GROW.nodes)
  expect(after.megabytes - before.megabytes, 'megabytes more').toBeLessThan(MAY_GROW.megabytes)
})

test(
  'after two hundred devices, the page uses no more memory than after the first sixty',
  { tag: '@release' },
  async ({ page, world }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    await page.clock.install()
    await world.open('first-look', { devices: 400 })
    await world.setSpeed(0)
    const quick = await world.someDevices('cold-chain-eu', FIRST + QUICK)
    expect(new Set(quick).size).toBe(FIRST + QUICK)
    const logs = page.getByRole('region', { name: 'Logs', exact: true })
    await visitAll(page, quick.slice(0, FIRST))
    const first = await held(page, devtools)
    await visitAll(page, quick.slice(FIRST))
    const last = await held(page, devtools)
    await expect(logs.getByText('Live', { exact: true })).toBeVisible()
    expect(last.megabytes - first.megabytes, 'megabytes more after two hundred devices').toBeLessThan(
      MAY_GROW_QUICKLY,
    )
    expect(last.nodes - first.nodes, 'nodes more after two hundred devices').toBeLessThan(MAY_GROW.nodes)
  },
)
