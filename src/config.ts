import * as z from 'zod/mini'
import { base } from './lib/base.ts'
import { takeEarly } from './lib/early.ts'
import type { ThirdParties } from './lib/third-parties.ts'

const textValue = z.string({ error: 'must be text' })
const filledText = textValue.check(z.minLength(1, { error: 'must not be empty' }))

/** A moment as people write it in a link: `2026-11-20T14:00Z`, with or without seconds. */
const moment = textValue.check(
  z.refine((value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value)), {
    error: 'must be a moment such as 2026-11-20T14:00Z',
  }),
)

const webUrl = textValue.check(urlWith(['http:', 'https:'], 'https://api.example.com'))
const socketUrl = textValue.check(urlWith(['ws:', 'wss:', 'http:', 'https:'], 'wss://terminal.example.com'))

/** A server of map tiles, with a place for each of the tile's three numbers. Keys in the query are its own business. */
const tilesUrl = textValue.check(
  z.refine(
    (address) => /^https?:\/\/(?:[\w.:[\]-]|\{s\})+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/.test(address),
    { error: 'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png' },
  ),
)

const worldChoice = {
  /** Name of the world that opens: `first-look`, `release-day`. The cloud's own default when absent. */
  scenario: z.optional(filledText),
  /** Which platform the mock cloud answers as: the hosted one when absent. */
  platform: z.optional(z.enum(['hosted', 'open'], { error: 'must be "hosted" or "open"' })),
  /** Chance is drawn from this number; the same scenario and seed give the same world. */
  seed: z.optional(wholeNumber(0, 4_294_967_295)),
  /** How many devices the world has in all; the scenario's own number when absent. */
  devices: z.optional(wholeNumber(1, 1_000_000)),
  /** The moment at which the world opens; the scenario's own when absent. */
  at: z.optional(moment),
}

const addresses = {
  /** Where OS updates and diagnostics are asked for. `apiUrl` when absent. */
  actionsUrl: z.optional(webUrl),
  /** Where releases are built from a URL. When absent: beside the API, `builder.` for `api.`, else `apiUrl`. */
  builderUrl: z.optional(webUrl),
  /** Where terminals connect. When absent: `apiUrl` with a socket scheme. */
  terminalUrl: z.optional(socketUrl),
  /** How links to this dashboard begin where they are written for others to open. This page's own address when absent. */
  dashboardUrl: z.optional(webUrl),
  /** Where maps take their tiles from. When absent, maps are drawn from the outlines that come with the dashboard. */
  tilesUrl: z.optional(tilesUrl),
  /** Who made the tiles, as their makers want it written: text, or HTML of which words and links are shown. */
  tilesAttribution: z.optional(textValue),
  /** Where addresses are looked up (Nominatim's `search`, or one that answers alike). When absent, none can be. */
  geocoderUrl: z.optional(webUrl),
}

const simulatedFile = z.strictObject({
  /** `simulated`: the cloud and its devices run in this browser. */
  mode: z.literal('simulated'),
  /** The address that the simulated cloud answers to; nothing is ever sent there. */
  apiUrl: z.optional(webUrl),
  ...addresses,
  ...worldChoice,
})

const liveFile = z.strictObject({
  /** `live`: a real platform API, or `npm run cloud`. */
  mode: z.literal('live'),
  /** The platform API. Required. */
  apiUrl: webUrl,
  ...addresses,
  /** Names this site to the captcha of sign-up and password reset. No captcha is asked for when absent. */
  captchaKey: z.optional(filledText),
  /** The platform's status page. When absent, that of the hosted platform, if that is the one; else nobody is asked. */
  statusUrl: z.optional(webUrl),
  /** The documentation's index at the search service; its key may only search. Nothing is searched when absent. */
  docsSearch: z.optional(
    z.strictObject(
      { appId: filledText, apiKey: filledText, index: filledText },
      { error: 'must be an object' },
    ),
  ),
})

/** What a configuration of live mode may say. */
export const liveKeys = Object.keys(liveFile.shape)

type SimulatedFile = z.infer<typeof simulatedFile>
type LiveFile = z.infer<typeof liveFile>

/** Which world to open; what is absent is the cloud's to choose. `at` is an ISO moment. */
export type WorldChoice = Pick<SimulatedFile, 'scenario' | 'platform' | 'seed' | 'devices' | 'at'>

interface Addresses {
  /** Without a trailing slash. */
  apiUrl: string
  actionsUrl: string
  builderUrl: string
  terminalUrl: string
  dashboardUrl: string
  parties: ThirdParties
}

export interface SimulatedConfig extends Addresses {
  mode: 'simulated'
  /** What `config.json` asks for: the world that opens when nothing else is said. */
  world: WorldChoice
  /** What this page's address asks for: it outranks `world` and a world kept from before. */
  linkedWorld: WorldChoice
}

export interface LiveConfig extends Addresses {
  mode: 'live'
  /** Null where no captcha is asked for. */
  captchaKey: string | null
}

/** What the dashboard knows about its surroundings at run time. */
export type Config = SimulatedConfig | LiveConfig

/** Why the dashboard cannot start: which key of which source, and what is wrong with it. `main.tsx` shows it as a page. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem'
  /** Where the wrong value was read: a file's address, `this page's address` or `the environment`. */
  readonly source: string
  /** The key at fault; null when the whole source is missing or unreadable. */
  readonly key: string | null
  readonly reason: string
  /** Nobody answered: perhaps there is nothing to correct. */
  readonly isUnreachable: boolean

  constructor(source: string, key: string | null, reason: string, isUnreachable = false) {
    super(key === null ? `${source}: ${reason}` : `${source}: "${key}" ${reason}`)
    this.source = source
    this.key = key
    this.reason = reason
    this.isUnreachable = isUnreachable
  }
}

const SIMULATED_API = 'https://api.flotilla.test'
const SIMULATED_TERMINAL = 'wss://terminal.flotilla.test'
const SIMULATED_PARTIES = {
  statusUrl: 'https://status.flotilla.test',
  docsSearch: { url: 'https://search.flotilla.test/1/indexes/docs', appId: 'simulated', apiKey: 'simulated' },
}
const HOSTED_PLATFORM = /^https:\/\/api\.balena-cloud\.com$/
const HOSTED_STATUS = 'https://status.balena.io'

/** What a problem of the address bar names as its source. */
export const PAGE_ADDRESS = 'this page’s address'
const ENVIRONMENT = 'the environment'

export interface ConfigSources {
  /** The text of `config.json`; null when there is no such file. */
  file: string | null
  /** What the file is called in messages. */
  fileName: string
  /** This page's address. Its query chooses the world in simulated mode; in live mode it is not looked at. */
  pageUrl: URL
  /** Development only: values of `VITE_FLOTILLA_*`, which override the file. */
  environment?: Record<string, string | undefined>
}

/** Variables of the development environment begin so, then comes the key: `VITE_FLOTILLA_API_URL`. */
const VARIABLE = 'VITE_FLOTILLA_'

const worldKeys = ['scenario', 'platform', 'seed', 'devices', 'at'] as const
const numericKeys = new Set(['seed', 'devices'])

/**
 * Makes the configuration from its sources.
 * @throws ConfigProblem when one is missing, unreadable or says something impossible.
 */
export function readConfig(sources: ConfigSources): Config {
  const { fileName, pageUrl } = sources
  const fromEnvironment = environmentValues(sources.environment ?? {})
  const written = { ...parseFile(sources.file, fileName), ...fromEnvironment }
  const sourceOf = (key: string | null) => (key !== null && key in fromEnvironment ? ENVIRONMENT : fileName)

  const file = checkFile(written, sourceOf)
  const apiUrl = withoutSlash(file.apiUrl ?? SIMULATED_API)
  const addresses = {
    apiUrl,
    actionsUrl: withoutSlash(file.actionsUrl ?? apiUrl),
    builderUrl: withoutSlash(file.builderUrl ?? apiUrl.replace('://api.', '://builder.')),
    dashboardUrl: withoutSlash(file.dashboardUrl ?? pageUrl.origin),
  }
  if (file.mode === 'live')
    return {
      mode: 'live',
      ...addresses,
      terminalUrl: withoutSlash(file.terminalUrl ?? asSocketUrl(apiUrl)),
      captchaKey: file.captchaKey ?? null,
      parties: partiesOf(file, apiUrl),
    }

  const terminalUrl = withoutSlash(file.terminalUrl ?? SIMULATED_TERMINAL)
  for (const [key, url] of Object.entries({ apiUrl, actionsUrl: addresses.actionsUrl, terminalUrl }))
    if (new URL(url).host === pageUrl.host)
      throw new ConfigProblem(sourceOf(key), key, 'must not be where this page itself is served from')
  return {
    mode: 'simulated',
    ...addresses,
    terminalUrl,
    parties: { ...SIMULATED_PARTIES, ...mapParties(file) },
    world: pickWorld(file),
    linkedWorld: readLinkedWorld(pageUrl),
  }
}

/** The key of browser storage for a name. A token or a draft of one mode, of one API, or of a simulation below another path is never seen by another. */
export function storageKey(config: Config, name: string): string {
  return config.mode === 'simulated'
    ? `flotilla:simulated${base()}:${name}`
    : `flotilla:live:${new URL(config.apiUrl).host}:${name}`
}

/**
 * Fetches `config.json` from beside `index.html` and reads it. Never cached, so that an operator's change takes
 * effect with the next load.
 * @throws ConfigProblem
 */
export async function loadConfig(): Promise<Config> {
  const address = new URL(`${import.meta.env.BASE_URL}config.json`, document.baseURI)
  return readConfig({
    file: (await fetchFile(address)) ?? (import.meta.env.DEV ? '{"mode":"simulated"}' : null),
    fileName: address.pathname,
    pageUrl: new URL(window.location.href),
    environment: import.meta.env.DEV ? import.meta.env : undefined,
  })
}

async function fetchFile(address: URL): Promise<string | null> {
  let response: Response
  try {
    const options = { cache: 'no-store', headers: { accept: 'application/json' } } as const
    response = await (takeEarly(address) ?? fetch(address, options))
  } catch {
    // Browsers say no more than that the request failed, each in words of its own.
    throw new ConfigProblem(address.pathname, null, 'could not be fetched: the server did not answer', true)
  }
  // Many static servers answer an unknown path with the application's own page.
  const isPage = (response.headers.get('content-type') ?? '').includes('text/html')
  if (response.status === 404 || response.status === 410 || (response.ok && isPage)) return null
  if (!response.ok)
    throw new ConfigProblem(
      address.pathname,
      null,
      `could not be read (the server answered ${response.status})`,
    )
  return response.text()
}

function parseFile(text: string | null, fileName: string): object {
  if (text === null)
    throw new ConfigProblem(
      fileName,
      null,
      'is missing. Put a file there that says at least { "mode": "simulated" }',
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new ConfigProblem(fileName, null, `is not valid JSON (${detail})`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigProblem(fileName, null, 'must hold one JSON object')
  return value
}

function checkFile(written: object, sourceOf: (key: string | null) => string): SimulatedFile | LiveFile {
  const mode = 'mode' in written ? written.mode : undefined
  if (mode !== 'simulated' && mode !== 'live')
    throw new ConfigProblem(sourceOf('mode'), 'mode', 'must be "simulated" or "live"')
  const result = mode === 'live' ? liveFile.safeParse(written) : simulatedFile.safeParse(written)
  if (result.success) return result.data

  // An unknown key first: it is often the missing one, misspelt.
  const { issues } = result.error
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (issue === undefined) throw new ConfigProblem(sourceOf(null), null, 'is not valid')
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    throw new ConfigProblem(sourceOf(key), key, whyUnknown(key, mode))
  }
  const key = issue.path.join('.')
  const missing = issue.code === 'invalid_type' && !(key in written)
  const reason = missing ? `is required in ${mode} mode` : issue.message
  throw new ConfigProblem(sourceOf(key), key, reason)
}

function whyUnknown(key: string, mode: 'simulated' | 'live'): string {
  if (mode === 'live' && worldKeys.some((known) => known === key))
    return 'chooses a simulated world and has no place in live mode'
  const known = mode === 'live' ? liveKeys : Object.keys(simulatedFile.shape)
  const meant = known.find((name) => name.toLowerCase() === key.toLowerCase())
  return meant === undefined
    ? `is not a key. Known keys: ${known.join(', ')}`
    : `is not a key; did you mean "${meant}"?`
}

function readLinkedWorld(pageUrl: URL): WorldChoice {
  const asked: Record<string, unknown> = {}
  for (const key of worldKeys) {
    const text = pageUrl.searchParams.get(key)
    if (text !== null && text !== '') asked[key] = numericKeys.has(key) ? asNumber(text) : text
  }
  const result = z.object(worldChoice).safeParse(asked)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ConfigProblem(PAGE_ADDRESS, issue?.path.join('.') ?? null, issue?.message ?? 'is not valid')
}

function environmentValues(environment: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith(VARIABLE) || typeof text !== 'string' || text === '') continue
    const words = variable.slice(VARIABLE.length).toLowerCase()
    const key = words.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    values[key] = numericKeys.has(key) ? asNumber(text) : text
  }
  return values
}

function mapParties(file: SimulatedFile | LiveFile): Pick<ThirdParties, 'tiles' | 'geocoderUrl'> {
  const { tilesUrl: url, tilesAttribution = '', geocoderUrl } = file
  return {
    tiles: url === undefined ? null : { url, attribution: tilesAttribution },
    geocoderUrl: geocoderUrl === undefined ? null : withoutSlash(geocoderUrl),
  }
}

function partiesOf(file: LiveFile, apiUrl: string): ThirdParties {
  const { statusUrl, docsSearch } = file
  const hosted = HOSTED_PLATFORM.test(apiUrl) ? HOSTED_STATUS : null
  return {
    ...mapParties(file),
    statusUrl: statusUrl === undefined ? hosted : withoutSlash(statusUrl),
    docsSearch: docsSearch
      ? {
          url: `https://${docsSearch.appId}-dsn.algolia.net/1/indexes/${encodeURIComponent(docsSearch.index)}`,
          appId: docsSearch.appId,
          apiKey: docsSearch.apiKey,
        }
      : null,
  }
}

function pickWorld({ scenario, platform, seed, devices, at }: WorldChoice): WorldChoice {
  return { scenario, platform, seed, devices, at }
}

function asNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

function asSocketUrl(url: string): string {
  return url.replace(/^http/, 'ws')
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z
    .number({ error })
    .check(z.refine((value) => Number.isInteger(value) && value >= least && value <= most, { error }))
}

function urlWith(schemes: readonly string[], example: string) {
  return z.refine<string>(
    (address) => {
      if (!URL.canParse(address)) return false
      const url = new URL(address)
      return schemes.includes(url.protocol) && url.search === '' && url.hash === ''
    },
    { error: `must be a full address such as ${example}` },
  )
}
