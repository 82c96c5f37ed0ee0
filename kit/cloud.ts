import { createClock } from '../mocks/base/clock.ts'
import { createCloud as openCloud } from '../mocks/cloud.ts'
import { DEMO_PASSWORD } from '../mocks/worlds/people.ts'
import { scenarioNamed, scenarios } from '../mocks/worlds/registry.ts'
import { World } from './world.ts'
import type { Clock, Faults } from './world.ts'

export { World } from './world.ts'
export type { Clock, DeviceHandle, Faults } from './world.ts'

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

export interface CloudOptions {
  /** The name of the world to open, one of `worlds`; default `first-look`. */
  scenario?: string
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

function moment(at: Date | string): number {
  const ms = new Date(at).getTime()
  if (Number.isNaN(ms)) throw new Error(`"at" must be a time such as 2026-11-20T14:00Z, not "${String(at)}"`)
  return ms
}

/**
 * Opens a simulated world in this process: the API of the platform and the devices behind it.
 * @throws Error if there is no such world
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
    // A sign-in that failed by a fault is not cached.
    known.catch(() => tokens.delete(person))
    return known
  }
  const world = new World(async (method, path, body) => {
    if (!path.startsWith('/__flotilla/'))
      return textOf(method, path, await send(method, path, body, await token(viewer)))
    const text = await textOf(method, path, await send(method, path, body))
    // Tokens are not valid in another world.
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
