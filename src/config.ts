import { base } from './lib/base.ts'
import { takeEarly } from './lib/early.ts'
import { encodedPart } from './lib/query-string.ts'
import type { ThirdParties } from './lib/third-parties.ts'

/** What is wrong with a value, as the end of a sentence about its key; undefined when nothing is. */
type Rule = (value: unknown) => string | undefined

/** By hand, as this is in the first script of every page, where the schema library would weigh 8 kB (record 0017). */
const text: Rule = (value) => (typeof value === 'string' ? undefined : 'must be text')

const textWhere =
  (holds: (value: string) => boolean, problem: string): Rule =>
  (value) =>
    typeof value !== 'string' ? text(value) : holds(value) ? undefined : problem

const filledText = textWhere((value) => value !== '', 'must not be empty')

/** A moment as people write it in a link: `2026-11-20T14:00Z`, with or without seconds. */
const instantText = textWhere(
  (value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value)),
  'must be a time such as 2026-11-20T14:00Z',
)

const webUrl = urlWith(['http:', 'https:'], 'https://api.example.com')
const socketUrl = urlWith(['ws:', 'wss:', 'http:', 'https:'], 'wss://terminal.example.com')

/** A server of map tiles, with a place for each of the tile's three numbers. Keys in the query are its own business. */
const tilesUrl = textWhere(
  (address) => /^https?:\/\/(?:[\w.:[\]-]|\{s\})+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/.test(address),
  'must be a URL such as https://tiles.example.com/{z}/{x}/{y}.png',
)

/** Which world to open; what is absent is the cloud's to choose. */
export interface WorldChoice {
  /** Name of the world that opens: `first-look`, `release-day`. */
  scenario?: string | undefined
  /** Which platform the mock cloud answers as: the hosted one when absent. */
  platform?: 'hosted' | 'open' | undefined
  /** Chance is drawn from this number; the same scenario and seed give the same world. */
  seed?: number | undefined
  /** How many devices the world has in all; the scenario's own number when absent. */
  devices?: number | undefined
  /** The moment at which the world opens, as ISO text; the scenario's own when absent. */
  at?: string | undefined
}

const worldRules: Record<keyof WorldChoice, Rule> = {
  scenario: filledText,
  platform: (value) => (value === 'hosted' || value === 'open' ? undefined : 'must be "hosted" or "open"'),
  seed: wholeNumber(0, 4_294_967_295),
  devices: wholeNumber(1, 1_000_000),
  at: instantText,
}

/** What a configuration of either mode may say. */
interface FileOfAnyMode {
  /** Where OS updates and diagnostics are asked for. `apiUrl` when absent. */
  actionsUrl?: string
  /** Where releases are built from a URL. When absent: beside the API, `builder.` for `api.`, else `apiUrl`. */
  builderUrl?: string
  /** Where terminals connect. When absent: `apiUrl` with a socket scheme. */
  terminalUrl?: string
  /** How links to this dashboard begin where they are written for others to open. This page's own address when absent. */
  dashboardUrl?: string
  /** Where maps take their tiles from. When absent, maps are drawn from the outlines that come with the dashboard. */
  tilesUrl?: string
  /** Who made the tiles, as their makers want it written: text, or HTML of which words and links are shown. */
  tilesAttribution?: string
  /** Where addresses are looked up (Nominatim's `search`, or one that answers alike). When absent, none can be. */
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
  /** The address that the simulated cloud answers to; nothing is ever sent there. */
  apiUrl?: string
}

const simulatedRules: Record<keyof SimulatedFile, Rule> = {
  mode: text,
  apiUrl: webUrl,
  ...rulesOfAnyMode,
  ...worldRules,
}

/** The documentation's index at the search service; its key may only search. */
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
  /** The platform API. Required. */
  apiUrl: string
  /** Names this site to the captcha of sign-up and password reset. No captcha is asked for when absent. */
  captchaKey?: string
  /** Whether to request pictures of users from Gravatar, by a hash of their email addresses. True when absent. */
  gravatar?: boolean
  /** The platform's status page. When absent, that of the hosted platform, if that is the one; else nobody is asked. */
  statusUrl?: string
  /** Nothing is searched when absent. */
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

/** What a configuration of live mode may say. */
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
  /** What `config.json` asks for: the world that opens when nothing else is said. */
  world: WorldChoice
  /** What this page's address asks for: it outranks `world` and a world kept from before. */
  linkedWorld: WorldChoice
}

export interface LiveConfig extends Addresses {
  mode: 'live'
  /** Null where no captcha is asked for. */
  captchaKey: string | null
  /** Whether Gravatar is asked for pictures of users. */
  gravatar: boolean
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
    throw new ConfigProblem(address.pathname, null, 'could not be loaded: the server did not respond', true)
  }
  // Many static servers answer an unknown path with the application's own page.
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

interface Fault {
  key: string
  reason: string
}

/** The first key at fault. An unknown one before all others: it is often the missing one, misspelt. */
function faultIn(
  value: Record<string, unknown>,
  rules: Readonly<Record<string, Rule>>,
  required: readonly string[],
  mode: 'simulated' | 'live',
): Fault | undefined {
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

const simulatedFault = (file: Record<string, unknown>) => faultIn(file, simulatedRules, [], 'simulated')

function liveFault(file: Record<string, unknown>): Fault | undefined {
  const fault = faultIn(file, liveRules, ['apiUrl'], 'live')
  const { docsSearch } = file
  if (fault !== undefined || !isObject(docsSearch)) return fault
  const inside = faultIn(docsSearch, docsSearchRules, Object.keys(docsSearchRules), 'live')
  return inside && { key: `docsSearch.${inside.key}`, reason: inside.reason }
}

const isSimulatedFile = (file: Record<string, unknown>): file is Record<string, unknown> & SimulatedFile =>
  file['mode'] === 'simulated' && simulatedFault(file) === undefined

const isLiveFile = (file: Record<string, unknown>): file is Record<string, unknown> & LiveFile =>
  file['mode'] === 'live' && liveFault(file) === undefined

function checkFile(
  written: Record<string, unknown>,
  sourceOf: (key: string | null) => string,
): SimulatedFile | LiveFile {
  if (isSimulatedFile(written) || isLiveFile(written)) return written
  const { mode } = written
  if (mode !== 'simulated' && mode !== 'live')
    throw new ConfigProblem(sourceOf('mode'), 'mode', 'must be "simulated" or "live"')
  const { key = null, reason = 'is not valid' } =
    (mode === 'live' ? liveFault(written) : simulatedFault(written)) ?? {}
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
  const asked: Record<string, unknown> = {}
  for (const key of worldKeys) {
    const value = pageUrl.searchParams.get(key)
    if (value !== null && value !== '') asked[key] = numericKeys.has(key) ? asNumber(value) : value
  }
  if (isWorldChoice(asked)) return asked
  const fault = faultIn(asked, worldRules, [], 'simulated')
  throw new ConfigProblem(PAGE_ADDRESS, fault?.key ?? null, fault?.reason ?? 'is not valid')
}

const isWorldChoice = (asked: Record<string, unknown>): asked is Record<string, unknown> & WorldChoice =>
  faultIn(asked, worldRules, [], 'simulated') === undefined

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
