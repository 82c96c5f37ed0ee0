import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { test as base, expect } from 'playwright/test'
import { Builder } from 'selenium-webdriver'
import type { WebDriver } from 'selenium-webdriver'
import { World } from '../world.ts'
import { startDesktop } from './driver.ts'
import type { Desktop, RunningDriver, WebKit } from './driver.ts'
import { Tab } from './tab.ts'

export { expect }

/** Options that a project of the configuration sets. */
export interface WebKitOptions {
  webkit: WebKit | null
  /** The address of the build in live mode. */
  liveURL: string
}

interface Fixtures {
  /** Set with `test.use`: the test runs against the cloud over HTTP. */
  live: boolean
  /** The address of the dashboard. */
  origin: string
  session: WebDriver
  tab: Tab
  world: World
  /** Errors that a test causes on purpose. */
  causedErrors: RegExp[]
}

/** A browser starts within a second or two. WebKitGTK 2.50 sometimes does not answer the driver at all. */
const BROWSER_START_MS = 30_000
const BROWSER_STARTS = 3

/** Starts a driver and its browser; both anew if the browser does not answer. */
async function startBrowser(
  desktop: Desktop,
  capabilities: WebKit['capabilities'],
): Promise<{ driver: WebDriver; server: RunningDriver }> {
  for (let start = 1; ; start++) {
    const server = await desktop.startDriver()
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), BROWSER_START_MS)
    try {
      const driver = await Promise.race([
        new Builder().usingServer(server.url).withCapabilities(capabilities).build(),
        once(limit.signal, 'abort').then(() => {
          throw new Error(`WebKit did not start within ${BROWSER_START_MS / 1000} s`)
        }),
      ])
      return { driver, server }
    } catch (error) {
      await server.stop()
      if (start === BROWSER_STARTS) throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Tests in WebKit, which Playwright cannot control where it is not its own build. */
export const test = base.extend<Fixtures, WebKitOptions & { desktop: Desktop }>({
  webkit: [null, { option: true, scope: 'worker' }],

  liveURL: ['', { option: true, scope: 'worker' }],
  live: [false, { option: true }],
  origin: async ({ live, liveURL, baseURL }, use) => use(live ? liveURL : (baseURL ?? '')),

  desktop: [
    async ({ webkit }, use) => {
      if (webkit === null)
        throw new Error('No WebKit is installed: run `npm test` once, or see scripts/webkit.ts')
      const desktop = await startDesktop(webkit)
      await use(desktop)
      await desktop.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  // A driver controls one browser; each test gets new ones without stored data.
  session: async ({ desktop, webkit }, use) => {
    const { driver, server } = await startBrowser(desktop, webkit?.capabilities ?? {})
    await driver.manage().setTimeouts({ script: 30_000, pageLoad: 60_000 })
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 980 })
    await use(driver)
    await driver.quit()
    await server.stop()
  },

  causedErrors: async ({ origin: _origin }, use) => use([]),

  tab: async ({ session, origin, causedErrors }, use, info) => {
    const tab = new Tab(session, origin)
    await use(tab)
    if (info.status !== info.expectedStatus) {
      await writeFile(info.outputPath('screenshot.png'), await session.takeScreenshot(), 'base64')
      await writeFile(info.outputPath('problems.txt'), (await tab.problems()).join('\n'))
      return
    }
    const unexpected = (await tab.problems()).filter(
      (problem) => !causedErrors.some((expected) => expected.test(problem)),
    )
    expect(unexpected, 'errors on the page').toEqual([])
  },

  world: async ({ tab, origin }, use) => use(await World.behind(tab.asPage(), origin)),
})
