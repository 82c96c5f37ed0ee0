import type { ControlledClock } from '../../simulator/clock.ts'
import type { operations } from '../../openapi/generated/types.d.ts'
import type { OperationId } from '../../openapi/generated/operations.ts'
import type { Access, HoldingsOf } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import type { Limiter } from '../access/limiter.ts'
import type { ParsedUrl, UrlParser } from '../odata/parse.ts'
import type { ResourceSchema } from '../odata/schema.ts'
import { HttpError } from '../odata/http-error.ts'
import type { Source } from '../odata/source.ts'
import type { Store } from '../store/store.ts'

/** What one cloud is made of, as its handlers see it. */
export interface CloudParts {
  readonly store: Store
  readonly clock: ControlledClock
  readonly holdings: HoldingsOf
  readonly parse: UrlParser
  readonly logIns: Limiter
  /** Links to new passwords. */
  readonly resets: Limiter
  /** Batches of lines, by device. */
  readonly logBatches: Limiter
  /** Addresses of devices end in it: `https://<uuid>.<deviceUrlsBase>`. */
  readonly deviceUrlsBase: string
  /** Aborted when this world ends: a reset, or the end of the cloud. */
  readonly ending: AbortSignal
  /** Real milliseconds, for tokens. */
  realNow(): number
}

/** One request on its way through a handler. `Path`: the parts of the path that the contract names. */
export interface RequestContext<Path = Readonly<Record<string, string>>> {
  readonly cloud: CloudParts
  readonly store: Store
  readonly request: Request
  readonly url: URL
  /** Path and query as they were sent. */
  readonly target: string
  readonly params: Path
  readonly caller: Caller
  readonly access: Access
  /** Data as this caller may see it. */
  readonly source: Source
  /** Simulated milliseconds. */
  readonly now: number
}

/** An answer before the router gives it its headers. */
export type HandlerResult<Body = unknown> =
  | { status: number; kind: 'empty'; headers?: Readonly<Record<string, string>> }
  | { status: number; kind: 'json'; json: Body; headers?: Readonly<Record<string, string>> }
  | { status: number; kind: 'text'; text: string; type?: string }
  | { status: 302 | 303; kind: 'redirect'; location: string }
  | {
      status: number
      kind: 'stream'
      stream: ReadableStream<Uint8Array<ArrayBuffer>>
      type: string
      headers?: Readonly<Record<string, string>>
    }

type PathOf<Id extends keyof operations> = operations[Id]['parameters'] extends { path: infer Path }
  ? { readonly [Name in keyof Path]: string }
  : Readonly<Record<never, string>>

/** What the contract says that an operation answers as JSON, whatever the status. */
type ReplyOf<Id extends keyof operations> = JsonIn<
  operations[Id]['responses'][keyof operations[Id]['responses']]
>

type JsonIn<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never

/** Answers one operation: with the path and the reply that the contract gives it. */
export type Handler<Id extends keyof operations> = (
  context: RequestContext<PathOf<Id>>,
) => HandlerResult<ReplyOf<Id>> | Promise<HandlerResult<ReplyOf<Id>>>

/** One operation of the data API, with its URL parsed and its resource found. */
export interface DataRequestContext extends RequestContext {
  readonly resource: ResourceSchema
  readonly parsed: ParsedUrl
}

export type DataHandler = (context: DataRequestContext) => HandlerResult | Promise<HandlerResult>

/** What the contract says that an operation answers as JSON with a status. */
export type JsonOf<Id extends OperationId & keyof operations, Status extends number> =
  operations[Id]['responses'] extends Record<Status, { content: { 'application/json': infer Body } }>
    ? Body
    : never

export const empty = (status = 200): HandlerResult<never> => ({ status, kind: 'empty' })

export const json = <Body>(body: Body, status = 200): HandlerResult<Body> => ({
  status,
  kind: 'json',
  json: body,
})

export const text = (body: string, status = 200): HandlerResult<never> => ({
  status,
  kind: 'text',
  text: body,
})

export const redirect = (location: string, status: 302 | 303): HandlerResult<never> => ({
  status,
  kind: 'redirect',
  location,
})

export type JsonObject = Readonly<Record<string, unknown>>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was sent, read as JSON: `{}` of nothing, undefined when it is no JSON. */
async function sentJson({ request }: Pick<RequestContext, 'request'>): Promise<unknown> {
  const raw = await request.text()
  if (raw === '') return {}
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** The JSON object of the request. Throws 400 empty on anything else. */
export async function bodyOf(context: Pick<RequestContext, 'request'>): Promise<JsonObject> {
  const value = await sentJson(context)
  if (!isJsonObject(value)) throw new HttpError(400)
  return value
}

/** What the platform's web server says of a body that is no JSON object or list. */
const BAD_REQUEST_PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>Bad Request</pre>
</body>
</html>
`

/** The JSON object of a change to the data. Throws 400: with a page on no JSON at all, empty on a list. */
export async function rowOf(context: Pick<RequestContext, 'request'>): Promise<JsonObject> {
  const value = await sentJson(context)
  if (Array.isArray(value)) throw new HttpError(400)
  if (isJsonObject(value)) return value
  throw new HttpError(400, BAD_REQUEST_PAGE, { 'Content-Type': 'text/html; charset=utf-8' })
}

/** A text of the body; undefined when it is absent. Throws 400 empty on another type. */
export function textOf(body: JsonObject, key: string): string | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new HttpError(400)
  return value
}
