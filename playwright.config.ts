import { defineConfig } from 'playwright/test'
import { launchOptions } from './scripts/browser.ts'

// `npm test` chooses free ports and says so; by hand the usual ones serve, and servers that already run are used again.
const chosen = process.env.FLOTILLA_E2E_PORT
const first = Number(chosen ?? 4180)
const ports = { simulated: first, live: first + 1, cloud: first + 2 }
const cloudUrl = `http://127.0.0.1:${ports.cloud}`
const run = `"${process.execPath}" scripts/run.mjs`
const server = {
  reuseExistingServer: chosen === undefined,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 3000 },
  stdout: 'ignore',
  stderr: 'pipe',
  timeout: 120_000,
} as const

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  forbidOnly: true,
  // For two cores: each worker waits for pages and clocks a good part of its time.
  workers: 3,
  // Machines are noisy; `npm test` names the tests that needed a second try.
  retries: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    launchOptions: launchOptions(),
    baseURL: `http://127.0.0.1:${ports.simulated}`,
    trace: { mode: 'on-first-retry', screenshots: false },
    // Times are written in the reader's own zone and language; a test must not depend on the machine's.
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', testIgnore: '**/*.live.e2e.ts', use: DESKTOP },
    { name: 'phone', testIgnore: '**/*.live.e2e.ts', grep: /@phone/, use: PHONE },
    {
      // The same build against the cloud over HTTP. Its world is one for all: one test at a time.
      name: 'live',
      testMatch: '**/*.live.e2e.ts',
      fullyParallel: false,
      workers: 1,
      use: { ...DESKTOP, baseURL: `http://127.0.0.1:${ports.live}` },
    },
  ],
  webServer: [
    {
      ...server,
      command: `${run} scripts/start.ts --port ${ports.simulated}`,
      url: `http://127.0.0.1:${ports.simulated}`,
    },
    {
      ...server,
      command: `${run} scripts/start.ts --no-build --port ${ports.live} --live ${cloudUrl}`,
      url: `http://127.0.0.1:${ports.live}`,
    },
    {
      ...server,
      command: `${run} scripts/cloud.mjs --port ${ports.cloud}`,
      url: `${cloudUrl}/__flotilla/state`,
    },
  ],
})
