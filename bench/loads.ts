import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import type { Browser, BrowserContext, Page } from 'playwright'
import { EMAIL_HOST, PASSWORD } from '../e2e/sign-in.ts'
import { createStaticServer } from '../scripts/static-server.ts'
import { paths } from '../src/lib/paths.ts'
import {
  loadBounds,
  ratioBounds,
  type Bound,
  type Condition,
  type Journey,
  type LoadMode,
} from './budgets.ts'
import { chainOf, chainText, type Chain, type Sent } from './chain.ts'
import type { Figure } from './report.ts'
import { withBrowser, withBuild } from './served.ts'
import { startCloud } from './server.ts'
import { SLOW_4G, slowLink } from './slow-link.ts'
import { quantile } from './timing.ts'
import { profileOf, startTrace, type Profile, type TraceEvent, type Work } from './trace.ts'

const SIMULATED_API = 'https://api.flotilla.test'
const QUIET_MS = 1_200
const MAX_MS = 120_000

const conditions: Record<Condition, { slowdown: number; isFar: boolean }> = {
  unthrottled: { slowdown: 1, isFar: false },
  'processor / 4': { slowdown: 4, isFar: false },
  'slow 4G': { slowdown: 1, isFar: true },
}

export interface LoadOptions {
  runs: number
  /** The folder of an existing build; without it, one is made. */
  build?: string
  /** Only these; default: all. */
  modes?: readonly LoadMode[]
  conditions?: readonly Condition[]
  /** The folder of another build, measured in alternation with this one. */
  against?: string
  /** The URL of another dashboard, measured in alternation with ours. */
  compare?: string
  /** A selector of that page's first row; without it, its largest contentful paint is measured. */
  row?: string
}

/** Measurements of one load. */
interface Load {
  /** Time from the navigation until the awaited element was drawn. */
  ms: number
  /** JavaScript heap of the page when it was quiet, in MB. */
  heapMB: number
  requests: number
  preflights: number
  scripts: number
  scriptKB: number
  /** The number of requests that were sent before the element was drawn. */
  before: number
  /** What the main thread did until the page was quiet; null in slowed down loads, which are not traced. */
  profile: Profile | null
  /** What the element waited for. */
  chain: Chain
}

type Loads = Map<string, Load[]>

const selectors: Record<Exclude<Journey, 'sign-in'>, string> = {
  'first fleet': 'main ul[aria-label="Fleets"] li a[href]',
  'first device row': 'main table tbody a[href]',
  'reload, fleets': 'main ul[aria-label="Fleets"] li a[href]',
  'reload, devices': 'main table tbody a[href]',
}

export const loadModes: readonly LoadMode[] = ['live', 'simulated']
export const loadConditions = Object.keys(conditions) as readonly Condition[]

export interface LoadSection {
  title: string
  figures: Figure[]
  /** What the first rows waited for, printed below the figures. */
  text?: string
}

/** First screens, first rows and reloads in a browser; medians of several runs. */
export async function measureLoads(options: LoadOptions): Promise<LoadSection[]> {
  const noise: number[] = []
  const sections: LoadSection[] = []
  const measure = async (folder: string) => {
    const builds = new Map([['', folder]])
    if (options.against !== undefined) builds.set('against', options.against)
    await withBrowser(async (browser) => {
      for (const mode of options.modes ?? loadModes) {
        const seen: Loads = new Map()
        for (let run = 0; run < options.runs; run += 1)
          for (const condition of options.conditions ?? loadConditions) {
            noise.push(fixedWork())
            for (const [name, build] of builds)
              await journeys({ browser, mode, condition, folder: build, seen, subject: name })
            if (options.compare !== undefined && mode === 'live')
              await foreign(browser, condition, options.compare, options.row, seen)
          }
        sections.push({
          title: titleOf(mode, options.runs),
          figures: [...figuresOf(mode, seen), ...ratiosOf(seen)],
          text: chainsOf(seen),
        })
      }
    })
  }
  await (options.build === undefined ? withBuild(measure) : measure(options.build))
  const sorted = noise.toSorted((a, b) => a - b)
  sections.push({
    title: `This machine: ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
    figures: [
      {
        what: 'the same work, each time',
        value: quantile(sorted, 0.5),
        unit: 'ms',
        note: `from ${sorted[0]?.toFixed(0)} to ${sorted.at(-1)?.toFixed(0)} ms in ${sorted.length} runs`,
      },
    ],
  })
  return sections
}

const titleOf = (mode: LoadMode, runs: number) =>
  `Loads in a browser, ${mode}, empty cache but for reloads; medians of ${runs} runs`

/** A fixed amount of work. The variation of its duration is the noise of the other measurements. */
function fixedWork(): number {
  const started = performance.now()
  let sum = 0
  for (let at = 0; at < 40_000_000; at += 1) sum = (sum + at * 7) | 0
  return performance.now() - started + (sum === 1 ? 1 : 0)
}

interface Visit {
  browser: Browser
  mode: LoadMode
  condition: Condition
  folder: string
  seen: Loads
  /** The build; empty for this one. */
  subject: string
}

/** Runs all journeys of one mode once. */
async function journeys({ browser, mode, condition, folder, seen, subject }: Visit): Promise<void> {
  const { slowdown, isFar } = conditions[condition]
  const line = isFar ? slowLink(SLOW_4G) : null
  const reached = async (port: number) => `http://127.0.0.1:${line ? await line.to(port) : port}`
  const cloud = mode === 'live' ? await startCloud() : null
  const apiUrl = cloud === null ? SIMULATED_API : await reached(cloud.port)
  const config = mode === 'live' ? { mode, apiUrl } : { mode }
  const server = createStaticServer({ folder, config: JSON.stringify(config) })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const asked: Asked[] = []
  server.on('request', ({ url = '' }, response) =>
    response.on('finish', () =>
      asked.push({ path: url.split('?')[0] ?? '', bytes: Number(response.getHeader('content-length') ?? 0) }),
    ),
  )
  const origin = await reached(port)
  const place = mode === 'live' ? `live:${new URL(apiUrl).host}` : 'simulated'
  const note = (journey: Journey, load: Load) => {
    const key = `${subject}|${journey}|${condition}`
    seen.set(key, [...(seen.get(key) ?? []), load])
  }
  const visitor = async (token: string | null) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: origin })
    await context.addInitScript(
      ([prefix, kept]) => {
        try {
          localStorage.setItem(`${prefix}cookie-choice`, '{"analytics":false}')
          if (kept !== null) localStorage.setItem(`${prefix}token`, kept)
        } catch {
          // A blank page has no storage.
        }
      },
      [`flotilla:${place}:`, token] as const,
    )
    return context
  }
  const once = async (context: BrowserContext, journey: Journey, go: (page: Page) => Promise<unknown>) => {
    const page = context.pages()[0] ?? (await context.newPage())
    const selector = journey === 'sign-in' ? null : selectors[journey]
    const load = await watched(page, { browser, slowdown, selector, asked }, () => go(page))
    process.stderr.write(`${mode}, ${condition}: ${journey} ${load.ms.toFixed(0)} ms\n`)
    note(journey, load)
  }

  try {
    const first = await visitor(null)
    await once(first, 'sign-in', (page) => page.goto(paths.login()))
    const [page] = first.pages()
    if (page === undefined) throw new Error('The page has gone')
    const { token, fleet } = await signedIn(page, apiUrl)
    await first.close()
    for (const [row, reload, path] of [
      ['first fleet', 'reload, fleets', paths.fleets()],
      ['first device row', 'reload, devices', paths.fleetDevices(fleet)],
    ] as const) {
      const context = await visitor(mode === 'live' ? token : null)
      if (mode === 'simulated') await moveIn(context, apiUrl, `flotilla:${place}:token`)
      await once(context, row, (one) => one.goto(path))
      await once(context, reload, (one) => one.reload())
      await context.close()
    }
  } finally {
    line?.close()
    server.close()
    server.closeAllConnections()
    cloud?.stop()
  }
}

/** Another dashboard: its largest contentful paint, or its first row if a selector is given. */
async function foreign(
  browser: Browser,
  condition: Condition,
  address: string,
  row: string | undefined,
  seen: Loads,
): Promise<void> {
  const { slowdown, isFar } = conditions[condition]
  const url = new URL(address)
  const line = isFar ? slowLink(SLOW_4G) : null
  if (line !== null) url.host = `127.0.0.1:${await line.to(Number(url.port || 80))}`
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const key = `compared|${row === undefined ? 'sign-in' : 'first fleet'}|${condition}`
    const load = await watched(page, { browser, slowdown, selector: row ?? null, asked: [] }, () =>
      page.goto(url.href),
    )
    process.stderr.write(`compared, ${condition}: ${load.ms.toFixed(0)} ms\n`)
    seen.set(key, [...(seen.get(key) ?? []), load])
  } finally {
    await context.close()
    line?.close()
  }
}

/** Each visitor has a separate world, in which other sessions are invalid: signs in to it, then clears the browser's cache. */
async function moveIn(context: BrowserContext, apiUrl: string, tokenKey: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(paths.login())
  const { token } = await signedIn(page, apiUrl)
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [tokenKey, token] as const)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
}

/** A session token of the administrator and the id of her largest fleet, requested from within the page. */
async function signedIn(page: Page, apiUrl: string): Promise<{ token: string; fleet: number }> {
  await page.locator('form').first().waitFor()
  return page.evaluate(
    async ([url, username, password]) => {
      const login = await fetch(`${url}/login_`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      })
      const token = await login.text()
      const filter = encodeURIComponent("app_name eq 'cold-chain-eu'")
      const found = await fetch(`${url}/v7/application?$select=id&$filter=${filter}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { d } = (await found.json()) as { d: { id: number }[] }
      return { token, fleet: d[0]?.id ?? 0 }
    },
    [apiUrl, `ada@${EMAIL_HOST}`, PASSWORD] as const,
  )
}

/** A file sent by our static server. */
interface Asked {
  path: string
  bytes: number
}

interface Watching {
  browser: Browser
  slowdown: number
  /** The awaited element; null: the largest contentful paint. */
  selector: string | null
  /** All files sent so far. Needed because the requests of workers are not reported to the page. */
  asked: Asked[]
}

async function watched(
  page: Page,
  { browser, slowdown, selector, asked }: Watching,
  go: () => Promise<unknown>,
): Promise<Load> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(takeDown, selector)
  const answered = asked.length
  const sizes = new Map<string, number>()
  /** `at` since 1970; the browser's other clock gives the durations. */
  const urls = new Map<string, Sent & { clock: number }>()
  let preflights = 0
  let last = performance.now()
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type = '', wallTime, timestamp }) => {
    if (!request.url.startsWith('http')) return
    last = performance.now()
    urls.set(requestId, {
      url: request.url,
      type,
      at: wallTime * 1_000,
      endedAt: undefined,
      clock: timestamp,
    })
    if (type === 'Preflight') preflights += 1
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    last = performance.now()
    sizes.set(requestId, encodedDataLength)
    const sent = urls.get(requestId)
    if (sent !== undefined) sent.endedAt = sent.at + (timestamp - sent.clock) * 1_000
  })
  const isTraced = slowdown === 1
  const stopTrace = isTraced ? await startTrace(browser, page) : null
  await go()
  if (selector !== null) await page.locator(selector).first().waitFor({ timeout: MAX_MS })
  await page.waitForFunction(() => globalThis.loading.at !== null, undefined, { timeout: MAX_MS })
  while (performance.now() - last < QUIET_MS) await page.waitForTimeout(100)
  const { at, origin } = await page.evaluate(() => ({
    at: globalThis.loading.at ?? Number.NaN,
    origin: performance.timeOrigin,
  }))
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  await devtools.detach()
  const profile = stopTrace === null ? null : tracedLoad(await stopTrace(), page, at)

  // Responses of a service worker are reported a second time, with another id.
  const scripts = [...urls].filter(([, { url, type }]) => type === 'Script' || url.endsWith('.js'))
  const seenPaths = new Set([...urls.values()].map(({ url }) => new URL(url).pathname))
  const ofWorkers = asked.slice(answered).filter(({ path }) => !seenPaths.has(path))
  const workerScripts = ofWorkers.filter(({ path }) => path.endsWith('.js'))
  const bytes =
    scripts.reduce((sum, [id]) => sum + (sizes.get(id) ?? 0), 0) +
    workerScripts.reduce((sum, { bytes: each }) => sum + each, 0)
  return {
    ms: at,
    heapMB: heap / 1_000_000,
    requests: urls.size + ofWorkers.length,
    preflights,
    scripts: scripts.length + workerScripts.length,
    scriptKB: bytes / 1000,
    before: [...urls.values()].filter((each) => each.at <= origin + at).length,
    profile,
    chain: chainOf(
      [...urls.values()].map((each) => ({
        ...each,
        at: each.at - origin,
        endedAt: each.endedAt === undefined ? undefined : each.endedAt - origin,
      })),
      at,
    ),
  }
}

/** The profile of the page's last navigation. */
function tracedLoad(events: readonly TraceEvent[], page: Page, drawnAt: number): Profile {
  const { origin } = new URL(page.url())
  const navigation = events.findLast(
    ({ name, args }) =>
      name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith(origin) === true,
  )
  return profileOf(events, origin, (navigation?.ts ?? Number.NaN) + drawnAt * 1_000)
}

declare global {
  var loading: { at: number | null }
}

/** Runs in the page before its own scripts: records when the awaited element was drawn. */
function takeDown(selector: string | null) {
  const loading: { at: number | null } = { at: null }
  Object.assign(globalThis, { loading })
  if (selector === null) {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) loading.at = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    return
  }
  const look = () => {
    if (document.querySelector(selector) === null) return void requestAnimationFrame(look)
    requestAnimationFrame((at) => {
      loading.at ??= at
    })
  }
  look()
}

const median = (values: readonly number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

const works: readonly Work[] = [
  'compile',
  'evaluate',
  'callbacks',
  'style and layout',
  'paint',
  'collection',
  'other',
]

/** The load of median duration. */
function usualLoad(loads: readonly Load[]): Load | undefined {
  return loads.toSorted((one, other) => one.ms - other.ms)[Math.ceil(loads.length / 2) - 1]
}

/** What each first row waited for, without throttling. */
function chainsOf(seen: Loads): string {
  const parts: string[] = []
  for (const [key, loads] of seen) {
    const [subject = '', name = '', condition = ''] = key.split('|')
    const load = usualLoad(loads)
    if (condition !== 'unthrottled' || load === undefined) continue
    const title = `${[subject, name].filter(Boolean).join(': ')} waited for (ms since the navigation)`
    parts.push([title, ...chainText(load.chain, load.ms).map((line) => `  ${line}`), ''].join('\n'))
  }
  return parts.join('\n')
}

/** Ours divided by the other dashboard's: its first row is compared with both of our first rows. */
function ratiosOf(seen: Loads): Figure[] {
  const figures: Figure[] = []
  for (const [key, others] of seen) {
    const [subject, what, condition = ''] = key.split('|')
    if (subject !== 'compared') continue
    const journeysOfOurs: Journey[] = what === 'sign-in' ? ['sign-in'] : ['first fleet', 'first device row']
    for (const journey of journeysOfOurs) {
      const ours = seen.get(`|${journey}|${condition}`)
      if (ours === undefined) continue
      const push = (part: string, pick: (load: Load) => number | undefined, bound?: Bound) => {
        const of = (loads: readonly Load[]) =>
          median(loads.flatMap((load) => (pick(load) === undefined ? [] : [pick(load) ?? 0])))
        const [one, other] = [of(ours), of(others)]
        if (Number.isNaN(one) || Number.isNaN(other)) return
        figures.push({
          what: `${journey} ÷ compared, ${part}`,
          value: one / other,
          unit: '',
          ...bound,
          note: `${one.toFixed(0)} ÷ ${other.toFixed(0)}`,
        })
      }
      const bounds = ratioBounds[journey]
      push(condition, ({ ms }) => ms, bounds?.[condition as Condition])
      if (condition !== 'unthrottled') continue
      push('main thread, CPU time', ({ profile }) => profile?.cpuMs, bounds?.cpu)
      for (const work of works) push(`main thread, ${work}`, ({ profile }) => profile?.byWork[work])
      push('longest task', ({ profile }) => profile?.tasks[0]?.ms)
      push('requests', ({ requests }) => requests)
      push('script', ({ scriptKB }) => scriptKB)
      push('heap of the page', ({ heapMB }) => heapMB)
    }
  }
  return figures
}

function figuresOf(mode: LoadMode, seen: Loads): Figure[] {
  const figures: Figure[] = []
  for (const [key, loads] of seen) {
    const [subject = '', name = '', condition = ''] = key.split('|')
    const bounds = subject === '' ? loadBounds[mode][name as Journey] : undefined
    const of = (pick: (load: Load) => number) => median(loads.map(pick))
    const what = [subject, name].filter(Boolean).join(': ')
    const push = (unit: Figure['unit'], part: string, value: number, bound?: Bound, note?: string) =>
      figures.push({
        what: `${what}, ${part}`,
        value,
        unit,
        ...bound,
        ...(note === undefined ? {} : { note }),
      })
    const all = loads.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const spread = `${all[0]?.toFixed(0)}–${all.at(-1)?.toFixed(0)}, ${of(({ before }) => before)} requests before`
    push(
      'ms',
      condition,
      of(({ ms }) => ms),
      bounds?.ms?.[condition as Condition],
      spread,
    )
    if (condition !== 'unthrottled') continue
    push(
      '',
      'requests',
      of(({ requests }) => requests),
      bounds?.requests,
      `${of((load) => load.preflights)} preflights`,
    )
    push(
      '',
      'script files',
      of(({ scripts }) => scripts),
      bounds?.scripts,
    )
    push(
      'kB',
      'script',
      of(({ scriptKB }) => scriptKB),
      bounds?.scriptKB,
    )
    push(
      'MB',
      'heap of the page',
      of(({ heapMB }) => heapMB),
    )
    push(
      '',
      'round trips for data after the first script',
      of(({ chain }) => chain.roundTrips),
      bounds?.roundTrips,
    )
    const profiles = loads.flatMap(({ profile }) => (profile === null ? [] : [profile]))
    if (profiles.length === 0) continue
    const ofProfile = (pick: (profile: Profile) => number) => median(profiles.map(pick))
    push(
      'ms',
      'main thread, CPU time',
      ofProfile(({ cpuMs }) => cpuMs),
      bounds?.cpuMs,
      `${ofProfile(({ cpuBeforeMs }) => cpuBeforeMs).toFixed(0)} ms of it before`,
    )
    for (const work of works)
      push(
        'ms',
        `main thread, ${work}`,
        ofProfile(({ byWork }) => byWork[work]),
      )
    const longest = profiles
      .flatMap(({ tasks }) => tasks.slice(0, 1))
      .toSorted((one, other) => one.ms - other.ms)
    const usual = longest[Math.ceil(longest.length / 2) - 1]
    push('ms', 'longest task', usual?.ms ?? Number.NaN, bounds?.longestTaskMs, usual?.script)
  }
  return figures.toSorted((one, other) => one.what.localeCompare(other.what))
}
