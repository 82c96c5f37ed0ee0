import { createClock } from '../mocks/clock.ts'
import { createCloud as openCloud } from '../mocks/cloud.ts'
import { DEMO_PASSWORD } from '../mocks/scenarios/people.ts'
import { scenarioNamed, scenarios } from '../mocks/scenarios/registry.ts'
import { World } from './world.ts'
import type { Clock, Faults } from './world.ts'

export { World } from './world.ts'
export type { Clock, DeviceHandle, Faults } from './world.ts'

/** One person for each role, in every world. */
export type Person = 'ada' | 'devi' | 'sadie' | 'omar' | 'sol' | 'olive' | 'mel' | 'sue' | 'pat'

/** Of every person of every world. */
export const password: string = DEMO_PASSWORD

/** The address with which a person signs in. */
export const emailOf = (person: Person): string => `${person}@flotilla.example`

/** The named worlds, the usual one first. */
export const worlds: readonly { name: string; description: string }[] = scenarios.map(
  ({ name, description }) => ({ name, description }),
)

export interface CloudOptions {
  /** The named world that opens: `first-look` when left out. `worlds` lists them. */
  scenario?: string
  /** What chance is drawn from: the same world and seed are the same everywhere. */
  seed?: number
  /** How many devices there are in all. */
  devices?: number
  /** The moment at which the world opens: its own, the same each time, when left out. */
  at?: Date | string
  /** `open`: answers as the platform's open-source backend does, which has less. */
  platform?: 'hosted' | 'open'
  /** How fast its time passes: 0 (when left out) stands still until the test moves it, 1 is as real time. */
  speed?: number
  /** Refuses more than 350 requests in a minute, as the platform does. */
  rateLimit?: boolean
  /** Who looks for devices and fleets through `world`: ada, the administrator, when left out. */
  as?: Person
}

export interface ListenOptions {
  /** Any free one when left out. */
  port?: number
  /** This machine alone when left out. */
  host?: string
}

/** A whole platform in this process. */
export interface Cloud extends AsyncDisposable {
  readonly world: World
  readonly clock: Clock
  readonly faults: Faults
  /** Answers a request; of its address only the path counts. Rejects with a TypeError where a fault takes the network away. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** A session token of a person, for `Authorization: Bearer …` or a client's sign-in by token. */
  token(person: Person): Promise<string>
  /** Serves it over HTTP, log streams and terminals too, and gives its address. Node alone. */
  listen(options?: ListenOptions): Promise<string>
  /** Where it listens. Throws before it does. */
  readonly url: string
  /** Ends it: its devices, its connections and its port. */
  close(): Promise<void>
}

const ORIGIN = 'https://api.flotilla.test'

function moment(at: Date | string): number {
  const ms = new Date(at).getTime()
  if (Number.isNaN(ms)) throw new Error(`"at" must be a time such as 2026-11-20T14:00Z, not "${String(at)}"`)
  return ms
}

/**
 * Opens a simulated world in this process: the API of the platform, and the devices behind it.
 * @throws Error when there is no such world.
 */
export function createCloud(options: CloudOptions = {}): Cloud {
  const { scenario = 'first-look', at, speed = 0, as: viewer = 'ada', ...rest } = options
  const start = at === undefined ? scenarioNamed(scenario).start : moment(at)
  const inner = openCloud({
    ...rest,
    scenario,
    at: start,
    clock: createClock(start, speed),
    keepsHistory: true,
  })
  const tokens = new Map<Person, Promise<string>>()
  let served: { url: string; close(): Promise<void> } | undefined

  async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    return inner.handle(new Request(input instanceof Request ? input : new URL(input, ORIGIN), init))
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
    if (response.status >= 400) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text
  }
  async function signIn(person: Person): Promise<string> {
    const credentials = { username: emailOf(person), password }
    return textOf('POST', '/login_', await send('POST', '/login_', credentials))
  }
  function token(person: Person): Promise<string> {
    const known = tokens.get(person) ?? signIn(person)
    tokens.set(person, known)
    // A fault that strikes the sign-in does not last longer than itself.
    known.catch(() => tokens.delete(person))
    return known
  }
  const world = new World(async (method, path, body) => {
    if (!path.startsWith('/__flotilla/'))
      return textOf(method, path, await send(method, path, body, await token(viewer)))
    const text = await textOf(method, path, await send(method, path, body))
    // In another world nobody of this one is signed in.
    if (/\/(?:reset|bundle)$/.test(path) && method === 'POST') tokens.clear()
    return text
  })

  async function close(): Promise<void> {
    await served?.close()
    served = undefined
    inner.dispose()
  }
  return {
    world,
    clock: world.clock,
    faults: world.faults,
    fetch: answer,
    token,
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      if (served === undefined) {
        const { serveCloud } = await import('../mocks/hosts/http-server.ts')
        served = await serveCloud({ cloud: inner, port, host })
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
