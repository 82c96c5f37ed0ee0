import { writeFile } from 'node:fs/promises'
import { test as base, expect } from 'playwright/test'
import { Builder } from 'selenium-webdriver'
import type { WebDriver } from 'selenium-webdriver'
import { World } from '../world.ts'
import { startWebKitDriver } from './driver.ts'
import type { RunningDriver, WebKit } from './driver.ts'
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

/** Tests in WebKit, which Playwright cannot control where it is not its own build. */
export const test = base.extend<Fixtures, WebKitOptions & { running: RunningDriver }>({
  webkit: [null, { option: true, scope: 'worker' }],

  liveURL: ['', { option: true, scope: 'worker' }],
  live: [false, { option: true }],
  origin: async ({ live, liveURL, baseURL }, use) => use(live ? liveURL : (baseURL ?? '')),

  running: [
    async ({ webkit }, use) => {
      if (webkit === null)
        throw new Error('No WebKit is installed: run `npm test` once, or see scripts/webkit.ts')
      const running = await startWebKitDriver(webkit)
      await use(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  // A driver controls one browser; each test gets a new one without stored data.
  session: async ({ running, webkit }, use) => {
    const driver = await new Builder()
      .usingServer(running.url)
      .withCapabilities(webkit?.capabilities ?? {})
      .build()
    await driver.manage().setTimeouts({ script: 30_000, pageLoad: 60_000 })
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 980 })
    await use(driver)
    await driver.quit()
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
