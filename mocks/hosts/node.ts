import { createClock } from '../base/clock.ts'
import type { CloudClock } from '../base/clock.ts'
import { createCloud } from '../cloud.ts'
import type { Cloud, CloudOptions } from '../cloud.ts'
import { scenarioNamed } from '../worlds/all-builds.ts'
import { DEMO_PASSWORD } from '../worlds/people.ts'
import type { DemoName } from '../worlds/people.ts'

/** Called with every request and its response; throws when one of them violates the contract. */
export type ContractCheck = (request: Request, response: Response) => Promise<void>

export interface TestRequest {
  /** A demo user, whose session is opened at first use; or a full credential; default: not signed in. */
  as?: DemoName | { credential: string }
  method?: string
  /** Sent as JSON, or as a form if it is one. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

export interface TestCloud {
  readonly cloud: Cloud
  /** A clock that moves only when the test advances it. */
  readonly clock: CloudClock
  request(path: string, options?: TestRequest): Promise<Response>
  /** The rows of a read as a demo user. Throws unless the status is 200. */
  rows(path: string, as: DemoName): Promise<Row[]>
  /** The number of a `/$count`. */
  count(path: string, as: DemoName): Promise<number>
  token(name: DemoName): Promise<string>
  dispose(): void
}

export interface TestCloudOptions extends Omit<CloudOptions, 'scenario' | 'clock'> {
  check?: ContractCheck
}

type Row = Record<string, unknown>

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null)

const ORIGIN = 'https://api.flotilla.test'

/** A cloud in this process, with a clock that moves only when the test advances it. */
export function createTestCloud(scenario = 'first-look', options: TestCloudOptions = {}): TestCloud {
  const { check, ...rest } = options
  const clock = createClock(rest.snapshot?.now ?? rest.at ?? scenarioNamed(scenario).start, 0)
  const cloud = createCloud({ scenario, clock, ...rest })
  const tokens = new Map<DemoName, Promise<string>>()

  async function signIn(name: DemoName): Promise<string> {
    const response = await send('/login_', {
      method: 'POST',
      body: { username: `${name}@flotilla.example`, password: DEMO_PASSWORD },
    })
    if (response.status !== 200) throw new Error(`${name} cannot sign in: ${response.status}`)
    return response.text()
  }
  function token(name: DemoName): Promise<string> {
    const known = tokens.get(name) ?? signIn(name)
    tokens.set(name, known)
    return known
  }
  async function send(path: string, options: TestRequest): Promise<Response> {
    const { as, method = 'GET', body, headers: extra, signal } = options
    const headers = new Headers(extra)
    if (as !== undefined) {
      headers.set('authorization', `Bearer ${typeof as === 'string' ? await token(as) : as.credential}`)
    }
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm && !headers.has('content-type'))
      headers.set('content-type', 'application/json')
    const request = new Request(new URL(path, ORIGIN), {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const response = await cloud.handle(request.clone())
    await check?.(request, response)
    return response
  }
  async function answer(path: string, as: DemoName): Promise<unknown> {
    const response = await send(path, { as })
    if (response.status !== 200)
      throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
    const body: unknown = await response.json()
    if (typeof body !== 'object' || body === null || !('d' in body)) throw new Error(`GET ${path} has no "d"`)
    return body.d
  }

  return {
    cloud,
    clock,
    token,
    request: (path, options = {}) => send(path, options),
    async rows(path, as) {
      const rows = await answer(path, as)
      if (!isRows(rows)) throw new Error(`GET ${path} is no list of rows`)
      return rows
    },
    async count(path, as) {
      const count = await answer(path, as)
      if (typeof count !== 'number') throw new Error(`GET ${path} is no number`)
      return count
    },
    dispose: () => cloud.dispose(),
  }
}
