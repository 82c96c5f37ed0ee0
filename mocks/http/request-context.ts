import type { OperationId } from '../../openapi/generated/operations.ts'
import type { operations } from '../../openapi/generated/types.d.ts'
import type { ControlledClock } from '../../simulator/base/clock.ts'
import type { SupervisorAnswer, SupervisorRequest } from '../../simulator/supervisor/supervisor-api.ts'
import type { Access, AccessIndex } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { errorPage, HttpError } from '../base/http-error.ts'
import type { ResourceSchema } from '../base/schema.ts'
import type { ParsedUrl, UrlParser } from '../odata/parse.ts'
import type { Source } from '../odata/source.ts'
import type { Store } from '../store/store.ts'
import { bodyText } from './body-text.ts'
import type { Limiter } from './limiter.ts'

/** The hosts besides the API in the configuration of a device. One that does not exist is missing. */
export interface DeviceEndpoints {
  vpnEndpoint?: string
  registryEndpoint?: string
  deltaEndpoint?: string
}

/** The way to devices outside of the simulation, by their own addresses instead of a VPN. */
export interface DeviceReach {
  /** The first of these addresses to which requests may be sent; undefined if there is none. */
  allowedOf(addresses: readonly string[]): string | undefined
  /** Sends a request to the supervisor at an address. Rejects when it cannot be reached. */
  send(device: { address: string; key: string }, request: SupervisorRequest): Promise<SupervisorAnswer>
}

/** The parts of a cloud that handlers use. */
export interface CloudParts {
  readonly store: Store
  readonly clock: ControlledClock
  readonly accessIndex: AccessIndex
  readonly parse: UrlParser
  readonly logIns: Limiter
  /** Password reset links. */
  readonly resets: Limiter
  /** Log batches, by device. */
  readonly logBatches: Limiter
  /** Suffix of public device URLs: `https://<uuid>.<deviceUrlsBase>`. */
  readonly deviceUrlsBase: string
  /** Other hosts of the platform, as devices are told. */
  readonly deviceEndpoints: DeviceEndpoints
  /** Undefined unless real devices may be sent requests. */
  readonly deviceReach: DeviceReach | undefined
  /** Aborted when this world ends: by a reset, or when the cloud is closed. */
  readonly ending: AbortSignal
  /** Real milliseconds, for tokens. */
  realNow(): number
}

/** The registry of the platform, which is simulated unless it has one. */
export const registryHost = ({ deviceEndpoints }: Pick<CloudParts, 'deviceEndpoints'>): string =>
  deviceEndpoints.registryEndpoint ?? 'registry2.flotilla.test'

/** A request as a handler sees it, typed by the operation of the contract. */
export interface RequestContext<Id extends string = string> {
  readonly operation: Id
  readonly cloud: CloudParts
  readonly store: Store
  readonly request: Request
  readonly url: URL
  /** Path and query as sent. */
  readonly target: string
  /** The path parameters of the contract. */
  readonly params: PathOf<Id>
  readonly caller: Caller
  readonly access: Access
  /** The data, limited to what this caller can see. */
  readonly source: Source
  /** Simulated milliseconds. */
  readonly now: number
}

/** A response before the router adds its headers. */
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
  /** Depends on something outside of the world. It is awaited after the request, and never when actions are replayed. */
  | { status: number; kind: 'later'; result(): Promise<HandlerResult<Body>> }

/** The path parameters of an operation of a contract. */
export type PathIn<Operation> = Operation extends { parameters: { path: infer Path } }
  ? { readonly [Name in keyof Path]: string }
  : Readonly<Record<never, string>>

type PathOf<Id extends string> = Id extends keyof operations
  ? PathIn<operations[Id]>
  : Readonly<Record<string, string>>

/** The fields of the JSON body of an operation of a contract, not yet validated. */
type BodyIn<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? { readonly [Key in KeyOf<Body>]?: unknown }
  : JsonObject

type BodyOf<Id extends string> = Id extends keyof operations ? BodyIn<operations[Id]> : JsonObject

type KeyOf<Body> = Body extends unknown ? keyof Body : never

/** The JSON responses of an operation of a contract, of any status. */
export type ResponseIn<Operation> = Operation extends { responses: infer Responses }
  ? JsonIn<Responses[keyof Responses]>
  : never

type ResponseOf<Id extends keyof operations> = ResponseIn<operations[Id]>

type JsonIn<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never

/** Handles one operation, typed by its path and response in the contract. */
export type Handler<Id extends keyof operations> = (
  context: RequestContext<Id>,
) => HandlerResult<ResponseOf<Id>> | Promise<HandlerResult<ResponseOf<Id>>>

/** An operation of the data API, with parsed URL and resource. */
export interface DataRequestContext extends RequestContext {
  readonly resource: ResourceSchema
  readonly parsed: ParsedUrl
}

export type DataHandler = (context: DataRequestContext) => HandlerResult | Promise<HandlerResult>

/** The JSON response of an operation with a status. */
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

/** Whether the body is a form, such as scripts of the host OS send with curl. */
const isForm = ({ headers }: Request): boolean =>
  headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false

/** The fields of a form. All values are texts; a repeated field is a list. */
function formOf(raw: string): JsonObject {
  const fields = new URLSearchParams(raw)
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const [first, ...more] = fields.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

/** The body parsed as JSON, or as a form: `{}` when empty, undefined when it is not JSON. */
async function parsedBody({ request }: Pick<RequestContext, 'request'>): Promise<unknown> {
  const raw = await bodyText(request)
  if (raw === '') return {}
  if (isForm(request)) return formOf(raw)
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/**
 * The JSON object in the body. Throws an empty 400 for anything else; the open-source backend answers invalid JSON with the HTML page
 * of its web server.
 */
export async function jsonBody<Id extends string = string>(
  context: Pick<RequestContext<Id>, 'request'> & { operation?: Id; store?: Store },
): Promise<BodyOf<Id>> {
  const value = await parsedBody(context)
  const isInvalid = !Array.isArray(value) && context.store?.platform.name === 'open'
  if (!isJsonObject(value)) throw isInvalid ? errorPage(400, 'Bad Request') : new HttpError(400)
  // Only the names of fields are typed; their values are not validated.
  return value as BodyOf<Id>
}

/** The JSON object of a data write. Throws 400: an HTML page for invalid JSON, empty for an array. */
export async function jsonRow(context: Pick<RequestContext, 'request'>): Promise<JsonObject> {
  const value = await parsedBody(context)
  if (Array.isArray(value)) throw new HttpError(400)
  if (isJsonObject(value)) return value
  throw errorPage(400, 'Bad Request')
}

/** A text field of the body; undefined when absent. Throws an empty 400 for another type. */
export function bodyField<Body extends object>(body: Body, key: keyof Body & string): string | undefined {
  const value: unknown = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new HttpError(400)
  return value
}
