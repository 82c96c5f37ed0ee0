import { base } from './lib/base.ts'
import { takeEarly } from './lib/early.ts'
import { encodedPart } from './lib/query-string.ts'
import type { ThirdParties } from './lib/third-parties.ts'

/** The error of a value, as the end of a sentence about its key; undefined if it is valid. */
type Rule = (value: unknown) => string | undefined

/** Not with the schema library, which would add 8 kB to the first script of every page (record 0017). */
const text: Rule = (value) => (typeof value === 'string' ? undefined : 'must be text')

const textWhere =
  (holds: (value: string) => boolean, problem: string): Rule =>
  (value) =>
    typeof value !== 'string' ? text(value) : holds(value) ? undefined : problem

const filledText = textWhere((value) => value !== '', 'must not be empty')

/** A time as written in a link: `2026-11-20T14:00Z`, with or without seconds. */
const instantText = textWhere(
  (value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value)),
  'must be a time such as 2026-11-20T14:00Z',
)

const webUrl = urlWith(['http:', 'https:'], 'https://api.example.com')
const socketUrl = urlWith(['ws:', 'wss:', 'http:', 'https:'], 'wss://terminal.example.com')

/** The URL of a tile server with placeholders for zoom, column and row. Its query, such as an API key, is not checked. */
const tilesUrl = textWhere(
  (address) => /^https?:\/\/(?:[\w.:[\]-]|\{s\})+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/.test(address),
  'must be a URL such as https://tiles.example.com/{z}/{x}/{y}.png',
)

/** The world to open. The cloud chooses what is absent. */
export interface WorldChoice {
  /** The name of the world, such as `first-look` or `release-day`. */
  scenario?: string | undefined
  /** The kind of platform that is simulated; default: hosted. */
  platform?: 'hosted' | 'open' | undefined
  /** The random seed: the same scenario and seed give the same world. */
  seed?: number | undefined
  /** The total number of devices; default: that of the scenario. */
  devices?: number | undefined
  /** The ISO time at which the world opens; default: that of the scenario. */
  at?: string | undefined
}

const worldRules: Record<keyof WorldChoice, Rule> = {
  scenario: filledText,
  platform: (value) => (value === 'hosted' || value === 'open' ? undefined : 'must be "hosted" or "open"'),
  seed: wholeNumber(0, 4_294_967_295),
  devices: wholeNumber(1, 1_000_000),
  at: instantText,
}

/** The keys of both modes. */
interface FileOfAnyMode {
  /** The URL of OS updates and diagnostics; default: `apiUrl`. */
  actionsUrl?: string
  /** The URL of the builder of releases; default: `apiUrl` with `builder.` instead of `api.`. */
  builderUrl?: string
  /** The URL of terminals; default: `apiUrl` with a WebSocket scheme. */
  terminalUrl?: string
  /** The URL of this dashboard in links for others; default: the origin of the page. */
  dashboardUrl?: string
  /** The URL of map tiles; default: bundled outlines. */
  tilesUrl?: string
  /** The attribution of the tiles: text, or HTML of which text and links are shown. */
  tilesAttribution?: string
  /** The URL of a geocoder with the API of Nominatim's `search`; without it, addresses cannot be searched. */
  geocoderUrl?: string
}

const rulesOfAnyMode: Record<keyof FileOfAnyMode, Rule> = {
  actionsUrl: webUrl,
  builderUrl: webUrl,
  terminalUrl: socketUrl,
  dashboardUrl: webUrl,
  tilesUrl,
  tilesAttribution: text,
  geocoderUrl: webUrl,
}

interface SimulatedFile extends FileOfAnyMode, WorldChoice {
  /** `simulated`: the cloud and its devices run in this browser. */
  mode: 'simulated'
  /** The URL of the simulated cloud. No request leaves the browser. */
  apiUrl?: string
}

const simulatedRules: Record<keyof SimulatedFile, Rule> = {
  mode: text,
  apiUrl: webUrl,
  ...rulesOfAnyMode,
  ...worldRules,
}

/** The index of the documentation at the search service, with a search-only key. */
interface DocsSearch {
  appId: string
  apiKey: string
  index: string
}

const docsSearchRules: Record<keyof DocsSearch, Rule> = {
  appId: filledText,
  apiKey: filledText,
  index: filledText,
}

interface LiveFile extends FileOfAnyMode {
  /** `live`: a real platform API, or `npm run cloud`. */
  mode: 'live'
  /** The URL of the platform API. Required. */
  apiUrl: string
  /** The site key of the captcha of sign-up and password reset; without it, there is no captcha. */
  captchaKey?: string
  /** Whether to request pictures of users from Gravatar, by a hash of their email addresses; default: true. */
  gravatar?: boolean
  /** The status page of the platform; default: that of the hosted platform, for its API only. */
  statusUrl?: string
  /** Without it, the documentation cannot be searched. */
  docsSearch?: DocsSearch
}

const liveRules: Record<keyof LiveFile, Rule> = {
  mode: text,
  apiUrl: webUrl,
  ...rulesOfAnyMode,
  captchaKey: filledText,
  gravatar: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  statusUrl: webUrl,
  docsSearch: (value) => (isObject(value) ? undefined : 'must be an object'),
}

/** The keys of live mode. */
export const liveKeys = Object.keys(liveRules)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  /** The world of `config.json`: the default. */
  world: WorldChoice
  /** The world of the page's URL: it has priority over `world` and a stored world. */
  linkedWorld: WorldChoice
}

export interface LiveConfig extends Addresses {
  mode: 'live'
  /** Null without a captcha. */
  captchaKey: string | null
  /** Whether to request pictures of users from Gravatar. */
  gravatar: boolean
}

/** The configuration of the dashboard. */
export type Config = SimulatedConfig | LiveConfig

/** A configuration error, with its source and key. `main.tsx` shows it as a page. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem'
  /** The source of the value: the URL of a file, `this page's address` or `the environment`. */
  readonly source: string
  /** The invalid key; null if the whole source is missing or unreadable. */
  readonly key: string | null
  readonly reason: string
  /** The server did not respond, so the file may be correct. */
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

/** The source of errors in the page's URL. */
export const PAGE_ADDRESS = 'this page’s address'
const ENVIRONMENT = 'the environment'

export interface ConfigSources {
  /** The text of `config.json`; null if it does not exist. */
  file: string | null
  /** The name of the file in error messages. */
  fileName: string
  /** The URL of the page. Its query selects the world in simulated mode; live mode ignores it. */
  pageUrl: URL
  /** In development: `VITE_FLOTILLA_*`, which override the file. */
  environment?: Record<string, string | undefined>
}

/** The prefix of environment variables in development, such as `VITE_FLOTILLA_API_URL`. */
const VARIABLE = 'VITE_FLOTILLA_'

const worldKeys = ['scenario', 'platform', 'seed', 'devices', 'at'] as const
const numericKeys = new Set(['seed', 'devices'])

/**
 * Reads the configuration from its sources.
 * @throws ConfigProblem if one is missing, unreadable or invalid.
 */
export function readConfig(sources: ConfigSources): Config {
  const { fileName, pageUrl } = sources
  const fromEnvironment = environmentValues(sources.environment ?? {})
  const written = { ...parseFile(sources.file, fileName), ...fromEnvironment }
  const sourceOf = (key: string | null) =>
    key !== null && Object.hasOwn(fromEnvironment, key) ? ENVIRONMENT : fileName

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
      gravatar: file.gravatar ?? true,
      parties: partiesOf(file, apiUrl),
    }

  const terminalUrl = withoutSlash(file.terminalUrl ?? SIMULATED_TERMINAL)
  for (const [key, url] of Object.entries({ apiUrl, actionsUrl: addresses.actionsUrl, terminalUrl }))
    if (new URL(url).host === pageUrl.host)
      throw new ConfigProblem(sourceOf(key), key, 'must not be on the host of this page')
  return {
    mode: 'simulated',
    ...addresses,
    terminalUrl,
    parties: { ...SIMULATED_PARTIES, ...mapParties(file) },
    world: pickWorld(file),
    linkedWorld: readLinkedWorld(pageUrl),
  }
}

/** The key of browser storage for a name. Each mode, each API and each base path of a simulation has its own keys. */
export function storageKey(config: Config, name: string): string {
  return config.mode === 'simulated'
    ? `flotilla:simulated${base()}:${name}`
    : `flotilla:live:${new URL(config.apiUrl).host}:${name}`
}

/**
 * Fetches and reads `config.json` next to `index.html`. Not cached, so that changes take effect with the next load.
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
    // Browsers report only that the request failed, each in its own words.
    throw new ConfigProblem(address.pathname, null, 'could not be loaded: the server did not respond', true)
  }
  // Many static servers respond to unknown paths with the page of the application.
  const isPage = (response.headers.get('content-type') ?? '').includes('text/html')
  if (response.status === 404 || response.status === 410 || (response.ok && isPage)) return null
  if (!response.ok)
    throw new ConfigProblem(address.pathname, null, `could not be read (status ${response.status})`)
  return response.text()
}

function parseFile(content: string | null, fileName: string): Record<string, unknown> {
  if (content === null)
    throw new ConfigProblem(fileName, null, 'is missing. Create it with at least { "mode": "simulated" }')
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new ConfigProblem(fileName, null, `is not valid JSON (${detail})`)
  }
  if (!isObject(value)) throw new ConfigProblem(fileName, null, 'must contain one JSON object')
  return value
}

interface InvalidKey {
  key: string
  reason: string
}

/** The first invalid key. Unknown keys come first, because they are often misspellings of missing ones. */
function invalidKeyIn(
  value: Record<string, unknown>,
  rules: Readonly<Record<string, Rule>>,
  required: readonly string[],
  mode: 'simulated' | 'live',
): InvalidKey | undefined {
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(rules, key))
  if (unknown !== undefined) return { key: unknown, reason: whyUnknown(unknown, mode) }
  for (const [key, rule] of Object.entries(rules)) {
    if (value[key] === undefined) {
      if (required.includes(key)) return { key, reason: `is required in ${mode} mode` }
      continue
    }
    const reason = rule(value[key])
    if (reason !== undefined) return { key, reason }
  }
  return undefined
}

const invalidSimulatedKey = (file: Record<string, unknown>) =>
  invalidKeyIn(file, simulatedRules, [], 'simulated')

function invalidLiveKey(file: Record<string, unknown>): InvalidKey | undefined {
  const invalid = invalidKeyIn(file, liveRules, ['apiUrl'], 'live')
  const { docsSearch } = file
  if (invalid !== undefined || !isObject(docsSearch)) return invalid
  const inside = invalidKeyIn(docsSearch, docsSearchRules, Object.keys(docsSearchRules), 'live')
  return inside && { key: `docsSearch.${inside.key}`, reason: inside.reason }
}

const isSimulatedFile = (file: Record<string, unknown>): file is Record<string, unknown> & SimulatedFile =>
  file['mode'] === 'simulated' && invalidSimulatedKey(file) === undefined

const isLiveFile = (file: Record<string, unknown>): file is Record<string, unknown> & LiveFile =>
  file['mode'] === 'live' && invalidLiveKey(file) === undefined

function checkFile(
  written: Record<string, unknown>,
  sourceOf: (key: string | null) => string,
): SimulatedFile | LiveFile {
  if (isSimulatedFile(written) || isLiveFile(written)) return written
  const { mode } = written
  if (mode !== 'simulated' && mode !== 'live')
    throw new ConfigProblem(sourceOf('mode'), 'mode', 'must be "simulated" or "live"')
  const { key = null, reason = 'is not valid' } =
    (mode === 'live' ? invalidLiveKey(written) : invalidSimulatedKey(written)) ?? {}
  throw new ConfigProblem(sourceOf(key), key, reason)
}

function whyUnknown(key: string, mode: 'simulated' | 'live'): string {
  if (mode === 'live' && worldKeys.some((known) => known === key)) return 'is only for simulated mode'
  const known = mode === 'live' ? liveKeys : Object.keys(simulatedRules)
  const meant = known.find((name) => name.toLowerCase() === key.toLowerCase())
  return meant === undefined
    ? `is not a known key. Known keys: ${known.join(', ')}`
    : `is not a known key; did you mean "${meant}"?`
}

function readLinkedWorld(pageUrl: URL): WorldChoice {
  const linked: Record<string, unknown> = {}
  for (const key of worldKeys) {
    const value = pageUrl.searchParams.get(key)
    if (value !== null && value !== '') linked[key] = numericKeys.has(key) ? asNumber(value) : value
  }
  if (isWorldChoice(linked)) return linked
  const invalid = invalidKeyIn(linked, worldRules, [], 'simulated')
  throw new ConfigProblem(PAGE_ADDRESS, invalid?.key ?? null, invalid?.reason ?? 'is not valid')
}

const isWorldChoice = (linked: Record<string, unknown>): linked is Record<string, unknown> & WorldChoice =>
  invalidKeyIn(linked, worldRules, [], 'simulated') === undefined

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
          url: `https://${docsSearch.appId}-dsn.algolia.net/1/indexes/${encodedPart(docsSearch.index)}`,
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

function wholeNumber(least: number, most: number): Rule {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`
}

function urlWith(schemes: readonly string[], example: string): Rule {
  return textWhere((address) => {
    if (!URL.canParse(address)) return false
    const url = new URL(address)
    return schemes.includes(url.protocol) && url.search === '' && url.hash === ''
  }, `must be a full URL such as ${example}`)
}
