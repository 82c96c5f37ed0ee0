import { defineConfig } from 'playwright/test'
import type { TestOptions } from './e2e/fixtures.ts'
import type { WebKitOptions } from './e2e/webkit/fixtures.ts'
import { findFirefox, firefoxOptions, launchOptions, policyBindsTests } from './scripts/browser.ts'
import { findWebKit } from './scripts/webkit.ts'

// `npm test` chooses free ports and says so; by hand the usual ones serve, and servers that already run are used again.
const chosen = process.env.FLOTILLA_E2E_PORT
const first = Number(chosen ?? 4180)
const ports = {
  simulated: first,
  live: first + 1,
  cloud: first + 2,
  open: first + 3,
  openCloud: first + 4,
  webkitLive: first + 5,
  webkitCloud: first + 6,
}
const at = (port: number) => `http://127.0.0.1:${port}`
const run = `"${process.execPath}" scripts/run.mjs`
const server = {
  reuseExistingServer: chosen === undefined,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 3000 },
  stdout: 'ignore',
  stderr: 'pipe',
  timeout: 120_000,
} as const

/** The build in live mode, against the API at that address. */
const dashboardOn = (port: number, api: string) => ({
  ...server,
  command: `${run} scripts/start.ts --no-build --port ${port} --live ${api}`,
  url: at(port),
})
const cloudOn = (port: number, options = '') => ({
  ...server,
  command: `${run} scripts/cloud.mjs --port ${port} ${options}`,
  url: `${at(port)}/__flotilla/state`,
})

/** Tests of other projects than `desktop`. */
const ELSEWHERE = ['**/*.live.e2e.ts', '**/*.open.e2e.ts', '**/*.webkit.e2e.ts']
const DESKTOP = { viewport: { width: 1440, height: 900 } }
/** `npm run sweep -- --journeys`, or with another browser: all journeys of a release. */
const isSweep = process.env.FLOTILLA_SWEEP !== undefined
const firefox = findFirefox()
const webkit = findWebKit()
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true }

export default defineConfig<TestOptions, WebKitOptions>({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  forbidOnly: true,
  // For two cores: each worker waits for pages and clocks a good part of its time. Four take 755 s, three 885 s.
  workers: 4,
  // Machines are noisy; `npm test` names the tests that needed a second try.
  retries: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    launchOptions: launchOptions(),
    baseURL: at(ports.simulated),
    trace: { mode: 'on-first-retry', screenshots: false },
    // Times are written in the reader's own zone and language; a test must not depend on the machine's.
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
  },
  // Those of one worker first: at the end they would leave the others idle.
  projects: [
    ...(firefox === undefined
      ? []
      : [
          {
            // The main journeys once more. One worker: each starts a browser of its own, which takes some seconds.
            name: 'firefox',
            testIgnore: ELSEWHERE,
            // `npm run sweep -- --browser firefox` runs the other journeys there, too.
            ...(isSweep ? {} : { grep: /@firefox/ }),
            workers: 1,
            use: {
              ...DESKTOP,
              browserName: 'firefox' as const,
              channel: 'moz-firefox',
              launchOptions: firefoxOptions(firefox),
              withoutPolicy: policyBindsTests(firefox),
            },
          },
        ]),
    ...(webkit === undefined
      ? []
      : [
          {
            // The main journeys in Safari's engine, over WebDriver. One worker: a driver controls one browser.
            name: 'webkit',
            testMatch: '**/*.webkit.e2e.ts',
            // `npm run sweep -- --browser webkit` runs those of a release, too.
            ...(isSweep ? {} : { grepInvert: /@release/ }),
            fullyParallel: false,
            workers: 1,
            use: { webkit, liveURL: at(ports.webkitLive) },
          },
        ]),
    {
      // The same build against the cloud over HTTP. Its world is one for all: one test at a time.
      name: 'live',
      testMatch: '**/*.live.e2e.ts',
      fullyParallel: false,
      workers: 1,
      use: { ...DESKTOP, baseURL: at(ports.live) },
    },
    {
      // The same build against a cloud that answers as the platform's open-source backend does.
      name: 'open',
      testMatch: '**/*.open.e2e.ts',
      fullyParallel: false,
      workers: 1,
      use: { ...DESKTOP, baseURL: at(ports.open) },
    },
    {
      name: 'desktop',
      testIgnore: ELSEWHERE,
      // `npm run sweep -- --journeys` runs these, too: they take a minute each.
      ...(isSweep ? {} : { grepInvert: /@release/ }),
      use: DESKTOP,
    },
    {
      name: 'phone',
      testIgnore: ELSEWHERE,
      // `npm run sweep -- --journeys` runs those of a release there, too.
      grep: isSweep ? /@phone/ : /@phone(?!-)/,
      use: PHONE,
    },
  ],
  webServer: [
    {
      ...server,
      command: `${run} scripts/start.ts --port ${ports.simulated}`,
      url: at(ports.simulated),
    },
    dashboardOn(ports.live, at(ports.cloud)),
    cloudOn(ports.cloud),
    dashboardOn(ports.open, at(ports.openCloud)),
    cloudOn(ports.openCloud, '--platform open'),
    // A world of its own, because the tests of `live` run at the same time.
    ...(webkit === undefined
      ? []
      : [dashboardOn(ports.webkitLive, at(ports.webkitCloud)), cloudOn(ports.webkitCloud)]),
  ],
})
