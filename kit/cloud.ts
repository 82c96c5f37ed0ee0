import { isNode, LineCounter, parseDocument } from 'yaml'
import { createClock } from '../mocks/base/clock.ts'
import { createCloud as openCloud } from '../mocks/cloud.ts'
import { refusalExplanation } from '../mocks/http/responses.ts'
import { scenarioNamed, scenarios } from '../mocks/worlds/all-builds.ts'
import { checkWorldFile } from '../mocks/worlds/check-world-file.ts'
import { DEMO_PASSWORD } from '../mocks/worlds/people.ts'
import { namesTowns, placed } from '../mocks/worlds/world-file-in.ts'
import type { SessionFile } from '../openapi/generated/control.d.ts'
import type { WorldFile } from '../openapi/generated/world-file.d.ts'
import { checkOptions, checkPerson } from './options.ts'
import { createOverrides, createRequestList } from './overrides.ts'
import type { Override, OverrideOptions, Route, SentRequest } from './overrides.ts'
import type { scenarioNames } from './scenario-names.ts'
import { World } from './world.ts'
import type { Clock, Faults } from './world.ts'

export { World } from './world.ts'
export type { Answer, BodyOf, Override, OverrideOptions, Route, SentRequest } from './overrides.ts'
export type { Clock, DeviceHandle, Duration, Faults, Row } from './world.ts'

/** The demo users that exist in every world, one per role. */
export type Person = 'ada' | 'devi' | 'sadie' | 'omar' | 'sol' | 'olive' | 'mel' | 'sue' | 'pat'

/** The password of every demo user. */
export const password: string = DEMO_PASSWORD

/** The email address of a demo user, for signing in. */
export const emailOf = (person: Person): string => `${person}@flotilla.example`

/** The named worlds, the default first. */
export const worlds: readonly { name: string; description: string }[] = scenarios.map(
  ({ name, description }) => ({ name, description }),
)

/** The name of a prepared world. */
export type ScenarioName = (typeof scenarioNames)[number]

export interface CloudOptions {
  /** The name of the world to open, one of `worlds`; default `first-look`. */
  scenario?: ScenarioName
  /** Instead of a named world: a world file or a session file, as an object or as its text in YAML or JSON. */
  world?: WorldFile | SessionFile | string
  /** The random seed: the same world and seed give the same content everywhere. */
  seed?: number
  /** The total number of devices. */
  devices?: number
  /** When the world opens; by default a fixed time of the world. */
  at?: Date | string
  /** `open` responds like the platform's open-source backend, which has fewer features. */
  platform?: 'hosted' | 'open'
  /** Speed of the simulated clock: 0 (the default) stands still until the test advances it, 1 is real time. */
  speed?: number
  /** Rejects more than 350 requests a minute, as the platform does. */
  rateLimit?: boolean
  /** The user as whom `world` reads devices and fleets; by default ada, the administrator. */
  as?: Person
}

export interface ListenOptions {
  /** By default any free port. */
  port?: number
  /** By default this machine only. */
  host?: string
}

/** A complete platform in this process. */
export interface Cloud extends AsyncDisposable {
  readonly world: World
  readonly clock: Clock
  readonly faults: Faults
  /** Answers a request; only the path of its address is used. Rejects with a TypeError if a fault simulates a network failure. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /**
   * Answers the requests of one operation differently, once (`{ times: 1 }`) or until the returned function is called. The newest
   * override counts. Requests of `world`, `clock` and `faults` are not affected.
   */
  override<Name extends Route>(route: Name, answer: Override<Name>, options?: OverrideOptions): () => void
  /** The requests of clients so far, the oldest first, without those of `world`, `clock`, `faults` and `token`. */
  readonly requests: readonly SentRequest[]
  /** A session token of a user, for `Authorization: Bearer …` or for a client that signs in by token. */
  token(person: Person): Promise<string>
  /** Serves it over HTTP, including log streams and terminals, and returns its address. Only in Node. */
  listen(options?: ListenOptions): Promise<string>
  /** The address it listens at. Throws before `listen`. */
  readonly url: string
  /** Stops its devices, closes its connections and frees its port. */
  close(): Promise<void>
}

const ORIGIN = 'https://api.flotilla.test'

const MAX_PORT = 65_535

const isSessionFile = (value: object): value is SessionFile =>
  'format' in value && value.format === 'flotilla-session'

/** The world of a file: a checked world file, or a session that is replayed. */
function worldOf(world: object | string): { worldFile?: WorldFile; session?: SessionFile } {
  const { value, lineOf } = typeof world === 'string' ? parsed(world) : { value: world, lineOf: undefined }
  if (typeof value === 'object' && value !== null && isSessionFile(value)) {
    const missing = ['scenario', 'seed', 'actions'].find((name) => !Object.hasOwn(value, name))
    if (missing !== undefined) throw new TypeError(`createCloud: this session file has no "${missing}".`)
    return { session: value }
  }
  try {
    return { worldFile: checkWorldFile(value, lineOf) }
  } catch (error) {
    throw new TypeError(`createCloud: ${messageOf(error)}`)
  }
}

/** The value of YAML or JSON, and the line of each of its parts. @throws TypeError */
function parsed(text: string) {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error !== undefined)
    throw new TypeError(
      `createCloud: "world" is neither YAML nor JSON: Line ${lines.linePos(error.pos[0]).line}: ${error.message}`,
    )
  let value: unknown
  try {
    value = document.toJS()
  } catch (unresolved) {
    throw new TypeError(`createCloud: "world" is neither YAML nor JSON: ${messageOf(unresolved)}`)
  }
  if (typeof value === 'string')
    throw new TypeError(
      `createCloud: "world" must be the text of a world file, not "${value.slice(0, 60)}"; if that is a path, read the file first.`,
    )
  const lineOf = (path: readonly string[]): number | undefined => {
    const node = document.getIn(path, true)
    const start = isNode(node) ? node.range?.[0] : undefined
    if (start !== undefined) return lines.linePos(start).line
    return path.length === 0 ? undefined : lineOf(path.slice(0, -1))
  }
  return { value, lineOf }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Opens a simulated world in this process: the API of the platform and the devices behind it.
 * @throws TypeError with a sentence about an option that does not exist or cannot be used
 */
export function createCloud(options: CloudOptions = {}): Cloud {
  checkOptions(options)
  const { at, speed = 0, as: viewer = 'ada', world: file, ...rest } = options
  const { scenario = 'first-look', seed, devices, platform, rateLimit } = rest
  const { worldFile, session } = file === undefined ? {} : worldOf(file)
  // The gazetteer is loaded on demand, and then the world opens: before the first request is answered.
  const isPlacedLater = worldFile !== undefined && namesTowns(worldFile)
  const usual = worldFile?.at ?? scenarioNamed(scenario).start
  const start = new Date(at ?? usual).getTime()
  const inner = openCloud({
    scenario,
    ...(worldFile === undefined || isPlacedLater ? {} : { worldFile }),
    ...(isPlacedLater ? { scenario: 'empty-account' } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(devices === undefined ? {} : { devices }),
    ...(platform === undefined ? {} : { platform }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    at: start,
    clock: createClock(start, speed),
    keepsHistory: true,
  })
  const tokens = new Map<Person, Promise<string>>()
  const overrides = createOverrides()
  const sent = createRequestList()
  let served: { url: string; close(): Promise<void> } | undefined
  let isClosed = false

  /** All requests wait until a world with towns is open. */
  const placing = isPlacedLater ? openPlaced(worldFile) : undefined
  // Reported to the first request that waits for it.
  placing?.catch(() => {})
  async function openPlaced(named: WorldFile): Promise<void> {
    const reset = {
      worldFile: await placed(named),
      at: new Date(start).toISOString(),
      ...(seed === undefined ? {} : { seed }),
      ...(devices === undefined ? {} : { devices }),
      ...(platform === undefined ? {} : { platform }),
    }
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(reset) }
    const path = '/__flotilla/reset'
    await textOf('POST', path, await inner.handle(requestOf(path, init)))
  }
  /** Requests of clients wait until a session is replayed. */
  let opening: Promise<unknown> | undefined
  const isControl = ({ url }: Request) => new URL(url).pathname.startsWith('/__flotilla/')

  function checkOpen(): void {
    if (isClosed) throw new Error('This cloud is closed; create another one.')
  }
  /** Handles a request of a client, over HTTP or in this process. */
  async function handle(request: Request): Promise<Response> {
    checkOpen()
    await placing
    if (isControl(request) || request.method === 'OPTIONS') return inner.handle(request)
    await opening
    const noted = await sent.note(request)
    const response = await (overrides.answer(request) ?? inner.handle(request))
    noted.status = response.status
    noted.explanation = refusalExplanation(response)
    return response
  }
  const requestOf = (input: string | URL | Request, init?: RequestInit) =>
    new Request(input instanceof Request ? input : new URL(input, ORIGIN), init)
  /** Handles a request of the kit itself. */
  async function answer(path: string, init: RequestInit): Promise<Response> {
    checkOpen()
    await placing
    return inner.handle(requestOf(path, init))
  }
  const send = (method: string, path: string, body: object | undefined, token?: string) => {
    const headers = {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    return answer(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  }
  async function textOf(method: string, path: string, response: Response): Promise<string> {
    const text = await response.text()
    if (response.status >= 400) {
      const why = text === '' ? (refusalExplanation(response) ?? 'without a body') : text
      throw new Error(`${method} ${path} answered ${response.status}: ${why}`)
    }
    return text
  }
  async function signIn(person: Person): Promise<string> {
    const credentials = { username: emailOf(person), password }
    return textOf('POST', '/login_', await send('POST', '/login_', credentials))
  }
  function token(person: Person): Promise<string> {
    const known = tokens.get(person) ?? signIn(person)
    tokens.set(person, known)
    // A sign-in that failed by a fault is not cached.
    known.catch(() => tokens.delete(person))
    return known
  }
  const world = new World(async (method, path, body) => {
    if (!path.startsWith('/__flotilla/'))
      return textOf(method, path, await send(method, path, body, await token(viewer)))
    const text = await textOf(method, path, await send(method, path, body))
    // Tokens are not valid in another world.
    if (/\/(?:reset|session-file)$/.test(path) && method === 'POST') tokens.clear()
    return text
  })

  if (session !== undefined) {
    opening = world.replay(session)
    // Reported to the first request that waits for it.
    opening.catch(() => {})
  }

  async function close(): Promise<void> {
    isClosed = true
    await served?.close()
    served = undefined
    inner.dispose()
  }
  return {
    world,
    clock: world.clock,
    faults: world.faults,
    fetch: async (input, init) => handle(requestOf(input, init)),
    override: (route, given, overrideOptions) => overrides.add(route, given, overrideOptions),
    requests: sent.requests,
    async token(person) {
      checkOpen()
      checkPerson(person)
      await opening
      return token(person)
    },
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      checkOpen()
      if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
        throw new TypeError(
          `listen: "port" must be a whole number from 0 to ${MAX_PORT}, not ${String(port)}.`,
        )
      if (served === undefined) {
        const { serveCloud } = await import('../mocks/hosts/http-server.ts')
        served = await serveCloud({ cloud: { ...inner, handle }, port, host })
      }
      return served.url
    },
    get url() {
      if (served === undefined) throw new Error('The cloud has no URL before `await cloud.listen()`')
      return served.url
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
