import { didYouMean } from '../mocks/base/closest-name.ts'
import { respond } from '../mocks/http/responses.ts'
import { dataOperations, serviceOperations } from '../openapi/generated/operations.ts'
import type { Model } from '../openapi/generated/resources.d.ts'
import type { paths } from '../openapi/generated/types.d.ts'

type Verb = 'get' | 'put' | 'post' | 'patch' | 'delete'

/** The methods of one path in the contract: those with an operation. */
type VerbsOf<Path> = { [V in Verb & keyof Path]: Path[V] extends { responses: unknown } ? V : never }[Verb &
  keyof Path]

type ServiceRoute = {
  [Path in keyof paths]: `${Uppercase<VerbsOf<paths[Path]>>} ${Path}`
}[keyof paths]

type DataPath = `/v7/${keyof Model}` | `/v7/${keyof Model}(*)` | `/v7/${keyof Model}/$count`

/** An operation of the contract: `GET /v7/device`, `PATCH /v7/device(*)`, `GET /v7/device/$count`, `POST /login_`. */
export type Route = ServiceRoute | `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} ${DataPath}`

type OkBody<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (200 | 201 | 202)]: Responses[Status] extends { content: infer Content }
        ? Content[keyof Content]
        : undefined
    }[keyof Responses & (200 | 201 | 202)]
  : unknown

type ServiceBody<Name> = Name extends `${infer Method} ${infer Path extends keyof paths}`
  ? OkBody<paths[Path][Lowercase<Method> & keyof paths[Path]]>
  : unknown

/** The body of a successful response of an operation, by the contract. Rows may be partial, as with `$select`. */
export type BodyOf<Name extends Route> = Name extends `GET /v7/${keyof Model}/$count`
  ? number
  : Name extends
        | `GET /v7/${infer Resource extends keyof Model}`
        | `GET /v7/${infer Resource extends keyof Model}(*)`
    ? { d: Partial<Model[Resource]['Read']>[] }
    : Name extends ServiceRoute
      ? ServiceBody<Name>
      : unknown

/** A response instead of that of the cloud: a success with a body as in the contract, or any other status. */
export type Answer<Name extends Route> =
  | { body: BodyOf<Name>; status?: never; headers?: Record<string, string> }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | Response

/** A fixed answer, or a function of the request. */
export type Override<Name extends Route> =
  | Answer<Name>
  | ((request: Request) => Answer<Name> | Promise<Answer<Name>>)

export interface OverrideOptions {
  /** For this many requests; without it, until it is undone. */
  times?: number
}

/** A request to the cloud, as it was sent, with the status of its response. */
export interface SentRequest {
  method: string
  /** With its query, as it was sent. */
  path: string
  headers: Record<string, string>
  /** Parsed if it is JSON, else the text; undefined without a body. */
  body: unknown
  /** Null while it waits for a response, and if it got none. */
  status: number | null
  /** Why the response is an error without a body, such as `device has no field nmae`; undefined for others. */
  explanation: string | undefined
}

const ANSWER_KEYS = ['body', 'status', 'headers']

interface ActiveOverride {
  method: string
  path: RegExp
  answer: Override<Route>
  left: number
}

const dataRoutes = () =>
  dataOperations.flatMap(({ method, path }) => [
    `${method} ${path.replace(/\(.*\)/, '(*)')}`,
    ...(method === 'GET' ? [`GET ${path.replace(/\(.*\)/, '')}/$count`] : []),
  ])

/** Every route of the contract. */
const routes = (): string[] => [
  ...serviceOperations.map(({ method, path }) => `${method} ${path}`),
  ...dataRoutes(),
]

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .split(/(\*|\{[^}]+\})/)
      .map((part, at) => (at % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : '[^/]*'))
      .join('')}$`,
  )

async function responseTo(answer: Override<Route>, request: Request): Promise<Response> {
  const given = typeof answer === 'function' ? await answer(request.clone()) : answer
  if (given instanceof Response) return given.clone()
  const { body = null, status = 200, headers = {} } = given
  const response =
    body === null
      ? respond(request, { kind: 'empty', status })
      : respond(request, { kind: 'json', json: body, status })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** The overrides of one cloud, the newest first. */
export function createOverrides() {
  let active: ActiveOverride[] = []
  return {
    /** @throws TypeError if the contract has no such operation */
    add(route: string, answer: Override<Route>, { times = Infinity }: OverrideOptions = {}): () => void {
      const known = routes()
      if (!known.includes(route))
        throw new TypeError(`The contract has no operation "${route}"${didYouMean(route, known)}`)
      if (times !== Infinity && !(Number.isInteger(times) && times > 0))
        throw new TypeError(`override: "times" must be a whole number from 1, not ${String(times)}.`)
      const other =
        typeof answer === 'object' && !(answer instanceof Response)
          ? Object.keys(answer).find((key) => !ANSWER_KEYS.includes(key))
          : undefined
      if (other !== undefined)
        throw new TypeError(`override: an answer has no "${other}"${didYouMean(other, ANSWER_KEYS)}`)
      const [method = '', path = ''] = route.split(' ')
      const added = { method, path: patternOf(path), answer, left: times }
      active = [added, ...active]
      return () => {
        active = active.filter((each) => each !== added)
      }
    },
    /** The response to a request by an override; undefined if none concerns it. */
    answer(request: Request): Promise<Response> | undefined {
      const path = decodeURIComponent(new URL(request.url).pathname)
      const found = active.find((each) => each.method === request.method && each.path.test(path))
      if (found === undefined) return undefined
      found.left -= 1
      if (found.left <= 0) active = active.filter((each) => each !== found)
      return responseTo(found.answer, request)
    },
  }
}

const MAX_REQUESTS = 10_000

/** The requests of the clients of one cloud, the oldest first; the last ten thousand. */
export function createRequestList() {
  const requests: SentRequest[] = []
  return {
    requests,
    /** Notes a request before it is handled. */
    async note(request: Request): Promise<SentRequest> {
      const { pathname, search } = new URL(request.url)
      const text = request.body === null ? '' : await request.clone().text()
      const sent: SentRequest = {
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: text === '' ? undefined : parsed(text),
        status: null,
        explanation: undefined,
      }
      requests.push(sent)
      if (requests.length > MAX_REQUESTS) requests.shift()
      return sent
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
