import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser, Page } from 'playwright'
import { visits } from '../e2e/routes.ts'
import type { Visit } from '../e2e/routes.ts'
import { World } from '../e2e/world.ts'
import { scenarioNames } from '../kit/scenario-names.ts'
import { demoPeople } from '../mocks/worlds/people.ts'
import { ensureBrowser, launchOptions } from './browser.ts'
import { buildIfStale, dist } from './build.ts'
import { argumentsOrExit, oneOf, orExit, wholeNumber } from './command-line.ts'
import { createStaticServer } from './static-server.ts'

const USAGE = `npm run shots [-- options]
  --route NAME     this page only; may be given more than once
  --scenario NAME  the world to open (default: first-look)
  --as NAME        who signs in (default: ada)
  --width N        this width only (default: 1440 and 360)
  --scheme NAME    light or dark only (default: both)
  --docs           the pictures of the main pages in docs/pictures

Pages: ${visits.map(({ name }) => name).join(', ')}
`
/** The pages that the documentation shows: what is wrong, since when and where, on the day of a release. */
const DOCS = {
  pages: ['sign-in', 'fleets', 'fleet', 'fleet-devices-map', 'release-rollout'],
  scenario: 'release-day',
  width: 1440,
  folder: join(import.meta.dirname, '../docs/pictures'),
  maxBytes: 1_000_000,
}
const HEIGHTS: Record<number, number> = { 1440: 900, 360: 740 }

function stop(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

const { values: options } = argumentsOrExit({
  options: {
    route: { type: 'string', multiple: true, default: [] },
    scenario: { type: 'string', default: 'first-look' },
    as: { type: 'string', default: 'ada' },
    width: { type: 'string' },
    scheme: { type: 'string' },
    docs: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (options.help) stop(USAGE, 0)
if (options.docs && (options.route.length > 0 || options.width !== undefined || options.scheme !== undefined))
  stop('--docs has pages, width and scheme of its own.', 2)
if (options.docs)
  Object.assign(options, {
    route: DOCS.pages,
    scenario: DOCS.scenario,
    width: String(DOCS.width),
    scheme: 'light',
  })
const folder = options.docs ? DOCS.folder : join(import.meta.dirname, '../shots')
const { person, widths, schemes } = orExit(() => {
  for (const name of options.route)
    oneOf(
      '--route',
      name,
      visits.map((visit) => visit.name),
    )
  oneOf('--scenario', options.scenario, scenarioNames)
  const { width, scheme } = options
  return {
    person: oneOf(
      '--as',
      options.as,
      demoPeople.map(({ username }) => username),
    ),
    widths: width === undefined ? [1440, 360] : [wholeNumber('--width', width, 200, 4000)],
    schemes:
      scheme === undefined ? (['light', 'dark'] as const) : [oneOf('--scheme', scheme, ['light', 'dark'])],
  }
})
const chosen = options.route.length === 0 ? visits : visits.filter(({ name }) => options.route.includes(name))

/** Waits until the page has a heading, its logs have lines, and no part is still loading. */
async function isDrawn(page: Page) {
  await page.locator('h1').first().waitFor()
  await page
    .waitForFunction(
      () =>
        document.querySelector('[aria-busy="true"], [data-loading]') === null &&
        [...document.querySelectorAll('[role="log"]')].every((log) => log.textContent.trim() !== ''),
      undefined,
      { timeout: 5000 },
    )
    // A log may stay empty, and a part may load for ever.
    .catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
  // Charts and logs render a little after their data has arrived.
  await page.waitForTimeout(700)
}

async function takePictures(browser: Browser, baseURL: string, width: number, scheme: 'light' | 'dark') {
  const height = HEIGHTS[width] ?? 900
  const context = await browser.newContext({
    baseURL,
    colorScheme: scheme,
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const world = await World.behind(page, baseURL)
  const shoot = async ({ name, path }: Visit) => {
    await page.setViewportSize({ width, height })
    await page.goto(await path(world))
    await isDrawn(page)
    // A window as high as the page: in pictures beyond the window, Chromium leaves what is scrolled, such as a log, empty.
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    if (!options.docs) await page.setViewportSize({ width, height: Math.max(height, whole) })
    await isDrawn(page)
    const file = join(folder, options.docs ? `${name}.png` : `${name}-${scheme}-${width}.png`)
    await page.screenshot({ path: file })
    process.stdout.write(`${file}\n`)
  }
  await world.open(options.scenario, { as: null })
  for (const visit of chosen.filter(({ signedOut }) => signedOut)) await shoot(visit)
  const inside = chosen.filter(({ signedOut }) => !signedOut)
  if (inside.length > 0) await world.open(options.scenario, { as: person })
  for (const visit of inside) await shoot(visit)
  await context.close()
}

mkdirSync(folder, { recursive: true })
await buildIfStale()
const server = createStaticServer({ folder: dist })
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('The server has no port')
const browser = await chromium.launch(launchOptions(await ensureBrowser()))
try {
  for (const scheme of schemes)
    for (const width of widths) await takePictures(browser, `http://127.0.0.1:${address.port}`, width, scheme)
  const bytes = DOCS.pages.reduce(
    (sum, name) => sum + (options.docs ? statSync(join(folder, `${name}.png`)).size : 0),
    0,
  )
  if (bytes > DOCS.maxBytes)
    stop(`The pictures of the documentation have ${bytes} bytes; at most ${DOCS.maxBytes} are kept.`, 1)
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
}
