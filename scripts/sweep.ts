import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser, Page } from 'playwright'
import { violationsOn } from '../e2e/accessible.ts'
import {
  cutRings,
  emptyPanels,
  lowControls,
  namelessSections,
  smallTargets,
  spilledFacts,
} from '../e2e/layout.ts'
import { lostText } from '../e2e/lost-text.ts'
import { visits } from '../e2e/routes.ts'
import { textFaults, type TextFaults } from '../e2e/translated.ts'
import { World } from '../e2e/world.ts'
import { ensureBrowser, ensureFirefox, launchOptions } from './browser.ts'
import { build, buildIfStale, dist } from './build.ts'
import { argumentsOrExit, oneOf, orExit, partOf, wholeNumber } from './command-line.ts'
import { literalsOutside } from './pseudo-language.ts'
import { createStaticServer } from './static-server.ts'
import { ensureWebKit } from './webkit.ts'

const usage = `npm run sweep -- [options]

Chromium: checks every page with axe in every theme and at every width, and its layout; with --journeys, runs all journeys instead, with
those on a phone that \`npm test\` leaves out.
With --pseudo, in the pseudo-language instead: finds texts that are cut, overlap, or are not in the catalogue.
Firefox and WebKit: runs all journeys that can run there, not only the main ones.

  --browser NAME   chromium (default), firefox or webkit
  --journeys       in Chromium: all journeys at 1440 and 360 px, instead of the pages
  --route NAME     one page of e2e/routes.ts, several times if needed (default: all)
  --theme NAME     one of light, dark, contrast, contrast-dark, forced (default: all)
  --width PX       one width (default: 1440, 360 and 320)
  --pseudo         texts 40 % longer and with accents, in light at 1440 and 360 px
  --part N/OF      one of several parts of the pages or journeys, such as 2/5
  --rtl            with --pseudo: from right to left
`

/** What a person or the system can choose. */
const themes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  contrast: { colorScheme: 'light', contrast: 'more' },
  'contrast-dark': { colorScheme: 'dark', contrast: 'more' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const
type Theme = keyof typeof themes
const isTheme = (name: string): name is Theme => name in themes
const isContrast = (theme: Theme) => theme.startsWith('contrast')
/** Narrower windows are those of phones, with a finger as pointer. */
const WIDEST_PHONE = 600

function stop(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const { values: options } = argumentsOrExit({
  options: {
    browser: { type: 'string', default: 'chromium' },
    journeys: { type: 'boolean', default: false },
    route: { type: 'string', multiple: true, default: [] },
    theme: { type: 'string', multiple: true, default: Object.keys(themes) },
    width: { type: 'string', multiple: true, default: ['1440', '360', '320'] },
    part: { type: 'string', default: '1/1' },
    pseudo: { type: 'boolean', default: false },
    rtl: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const { part, browserName, widthsGiven } = orExit(() => {
  for (const name of options.route)
    oneOf(
      '--route',
      name,
      visits.map((visit) => visit.name),
    )
  for (const name of options.theme) oneOf('--theme', name, Object.keys(themes))
  return {
    part: partOf('--part', options.part),
    browserName: oneOf('--browser', options.browser, ['chromium', 'firefox', 'webkit']),
    widthsGiven: options.width.map((text) => wholeNumber('--width', text, 200, 4000)),
  }
})

/** Runs the journeys of these projects of playwright.config.ts. */
async function runJourneys(
  projects: readonly ('desktop' | 'phone' | 'firefox' | 'webkit')[],
  found: object,
): Promise<number> {
  if ('reason' in found) stop(String(found.reason))
  // Before the servers start: on a busy machine, they would not wait for it.
  await buildIfStale()
  const tool = join(import.meta.dirname, '../node_modules/playwright/cli.js')
  const env = { ...process.env, FLOTILLA_SWEEP: '1' }
  const done = spawnSync(
    process.execPath,
    [tool, 'test', `--shard=${options.part}`, '--project', ...projects],
    {
      stdio: 'inherit',
      env,
    },
  )
  return done.status ?? 1
}

/** Waits until the page has a heading and no placeholders, and its dialog has a name. */
async function isDrawn(page: Page) {
  await page.locator('h1').first().waitFor()
  await page
    .waitForFunction(
      // A dialog gets its name just after it is there, before it gets the focus.
      () =>
        document.querySelector('[aria-busy="true"], [role="dialog"]:not([aria-labelledby], [aria-label])') ===
        null,
      undefined,
      { timeout: 10_000 },
    )
    .catch(() => undefined)
}

const root = join(import.meta.dirname, '..')
const PSEUDO_BUILD = join(root, 'node_modules/.cache/flotilla-pseudo')
let literals: ReadonlySet<string> | undefined

const sentencesOf = ({ cut, overlapping, outside }: TextFaults): string[] => [
  ...cut.map((text) => `cut: “${text}”`),
  ...overlapping.map((pair) => `overlapping: ${pair}`),
  ...outside.map((text) => `not in the catalogue: “${text}”`),
]

/** What is wrong with the layout, whatever the theme. */
async function layoutFaults(page: Page, isTouch: boolean): Promise<string[]> {
  const found: Record<string, string[]> = {
    'text that cannot be read': await page.evaluate(lostText),
    'a panel that says nothing': await emptyPanels(page),
    'a value that reaches into the next': await spilledFacts(page),
    'a section without a heading or a name': await page.evaluate(namelessSections),
    ...(isTouch && {
      'a target too small for a finger': await page.evaluate(smallTargets),
      'a control too low for a finger': await page.evaluate(lowControls),
    }),
  }
  return Object.entries(found).flatMap(([what, each]) => each.map((one) => `${what}: ${one}`))
}

/** Checks the open page at one width in each theme: its structure once, what depends on colours in each. */
async function checkAt(
  page: Page,
  chosen: readonly Theme[],
  isTouch: boolean,
): Promise<Map<Theme, string[]>> {
  const found = new Map<Theme, string[]>()
  for (const [at, theme] of chosen.entries()) {
    await page.emulateMedia({ contrast: null, forcedColors: null, ...themes[theme] })
    const faults =
      literals !== undefined
        ? sentencesOf(await textFaults(page, literals))
        : [
            ...(at === 0 ? [...(await violationsOn(page)), ...(await layoutFaults(page, isTouch))] : []),
            ...(isContrast(theme) ? await violationsOn(page, 'high contrast') : []),
            ...(at > 0 && !isContrast(theme) ? await violationsOn(page, 'colours') : []),
          ]
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    // Last, because it moves the focus.
    if (literals === undefined && at === chosen.length - 1) faults.push(...(await page.evaluate(cutRings)))
    found.set(theme, beyond > 0 ? [...faults, `the page scrolls sideways by ${beyond} px`] : faults)
  }
  return found
}

/** Visits each page once, at all these widths and in all themes; returns how many faults were found. */
async function visitAll(
  browser: Browser,
  baseURL: string,
  chosen: readonly Theme[],
  widths: readonly number[],
  isTouch: boolean,
): Promise<number> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: widths[0] ?? 1440, height: 800 },
    hasTouch: isTouch,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const world = await World.behind(page, baseURL)
  const wanted = visits
    .filter(({ name }) => options.route.length === 0 || options.route.includes(name))
    .filter((_, at) => at % part.of === part.at - 1)
  const start = performance.now()
  let checks = 0
  let violations = 0
  const report = (place: string, faults: readonly string[]) => {
    violations += faults.length
    for (const each of faults) process.stdout.write(`✗ ${place}: ${each}\n`)
  }
  for (const signedOut of [true, false]) {
    const pages = wanted.filter((visit) => (visit.signedOut === true) === signedOut)
    if (pages.length === 0) continue
    await world.open('first-look', { as: signedOut ? null : 'ada' })
    for (const { name, path } of pages) {
      for (const [at, width] of widths.entries()) {
        try {
          await page.setViewportSize({ width, height: 800 })
          if (at === 0) await world.visit(await path(world))
          await isDrawn(page)
          for (const [theme, faults] of await checkAt(page, chosen, isTouch)) {
            checks += 1
            report(`${name}, ${theme}, ${width} px`, faults)
          }
        } catch (error) {
          report(`${name}, ${width} px`, [error instanceof Error ? error.message : String(error)])
        }
      }
    }
  }
  process.stdout.write(
    `${widths.join(', ')} px, ${chosen.join(', ')}: ${wanted.length} pages, ${checks} checks, ${violations} violations in ${Math.round((performance.now() - start) / 1000)} s\n`,
  )
  await context.close()
  return violations
}

async function checkPages(): Promise<number> {
  const { pseudo: isPseudo } = options
  const chosen = isPseudo ? (['light'] as const) : options.theme.filter(isTheme)
  const widths = isPseudo ? widthsGiven.filter((width) => width !== 320) : widthsGiven
  if (isPseudo) {
    process.env['VITE_PSEUDO_LANGUAGE'] = options.rtl ? 'rtl' : '1'
    literals = literalsOutside(root)
    await build({ out: PSEUDO_BUILD, logLevel: 'error' })
  } else await buildIfStale()
  const server = createStaticServer({ folder: isPseudo ? PSEUDO_BUILD : dist })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const browser = await chromium.launch(launchOptions(await ensureBrowser()))
  let violations = 0
  for (const isTouch of [false, true]) {
    const those = widths.filter((width) => width < WIDEST_PHONE === isTouch)
    if (those.length > 0)
      violations += await visitAll(browser, `http://127.0.0.1:${address.port}`, chosen, those, isTouch)
  }
  await browser.close()
  server.close()
  return violations === 0 ? 0 : 1
}

if (options.help) process.stdout.write(usage)
else if (browserName === 'chromium' && options.journeys)
  process.exitCode = await runJourneys(['desktop', 'phone'], await ensureBrowser())
else if (browserName === 'chromium') process.exitCode = await checkPages()
else if (browserName === 'firefox') process.exitCode = await runJourneys(['firefox'], ensureFirefox())
else process.exitCode = await runJourneys(['webkit'], ensureWebKit())
