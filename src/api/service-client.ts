import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { FORM_TYPE } from '@/lib/form-type.ts'
import type { paths } from '../../openapi/generated/types.d.ts'
import { ApiError } from './errors.ts'
import type { Http, RequestOptions } from './http.ts'

type Method = 'get' | 'post' | 'patch' | 'delete'
type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never
}[keyof paths]
type Operation<M extends Method, P extends Path<M>> = paths[P][M]

type BodyIn<Content> = Content extends { 'application/json': infer Body }
  ? Body
  : Content extends { 'multipart/form-data': unknown }
    ? FormData
    : never
/** A form has the same fields, all as text. */
type FormIn<Content> = Content extends { 'application/x-www-form-urlencoded': object }
  ? { asForm?: boolean }
  : { asForm?: never }
type BodyOf<Op> = Op extends { requestBody: { content: infer Content } }
  ? { body: BodyIn<Content> } & FormIn<Content>
  : Op extends { requestBody?: never }
    ? { body?: never }
    : Op extends { requestBody?: { content: infer Content } }
      ? { body?: BodyIn<Content> }
      : never
type ParametersOf<Op> = Op extends { parameters: infer All extends { path?: unknown; query?: unknown } }
  ? Pick<All, 'path' | 'query'>
  : never
/** Parameters and body of a request. */
type ParametersAndBody<M extends Method, P extends Path<M>> = ParametersOf<Operation<M, P>> &
  BodyOf<Operation<M, P>>

type Success = 200 | 201 | 202 | 204 | 207
type ContentIn<Reply, Media extends string> = Reply extends { content: Record<Media, infer Content> }
  ? Content
  : undefined
/** The type of the JSON response; undefined if the contract has none. */
type Answer<M extends Method, P extends Path<M>, Media extends string> =
  Operation<M, P> extends { responses: infer Replies }
    ? { [Status in keyof Replies & Success]: ContentIn<Replies[Status], Media> }[keyof Replies & Success]
    : never

type Transport = Pick<
  RequestOptions,
  'anonymous' | 'credentials' | 'headers' | 'redirect' | 'signal' | 'timeoutMs'
>
type Optional<Wanted> = object extends Wanted ? [wanted?: Wanted] : [wanted: Wanted]
type Call<M extends Method, P extends Path<M>> = Optional<ParametersAndBody<M, P> & Transport>

/** The same without the contract, for code common to all operations. */
interface AnyParameters {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  asForm?: boolean
}

/** A write whose response is cut off may have been done; a read has changed nothing. */
function parsedJson(text: string, isRead: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isRead) throw error
    const unsure = new ApiError('network', 'The response was cut short', { cause: error })
    unsure.isOutcomeUnknown = true
    throw unsure
  }
}

/** The content of a JSON response to an operation of the contract, such as `get /config/vars`. */
async function jsonOf(operation: string, response: Response): Promise<unknown> {
  const text = isEmpty(response) ? '' : await response.text()
  const data = text === '' ? undefined : parsedJson(text, operation.startsWith('get '))
  // Loaded on demand: the first pages read rows only. The answers of several devices have no common shape.
  return isShaped(operation) && response.status !== 207
    ? (await import('./replies.ts')).heldToContract(operation, data)
    : data
}

/** Whether screens read the response field by field. Others are checked where they are read, some of them on every page. */
const isShaped = (operation: string) =>
  /^\w+ \/(billing|zendesk|device-types|config\/vars|v[12]\/\{uuid|supervisor\/v1\/device)/.test(operation)

declare const answered: unique symbol

/** A service call as a value, with the type of its JSON answer. */
export type ServiceCall<Answered> = PlatformCall & { readonly [answered]?: Answered }

/** The path of the contract behind each call, for checking its answer. */
const contractPaths = new WeakMap<object, string>()

/** A request as a value: it is sent by `send`, and shown as it is sent. */
export function serviceRequest<M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  ...parameters: Optional<ParametersAndBody<M, P>>
): ServiceCall<Answer<M, P, 'application/json'>> & { body: BodyOf<Operation<M, P>>['body'] }
export function serviceRequest(method: Method, path: string, parameters: object = {}): object {
  return callOf(method, path, parameters)
}

function callOf(method: Method, path: string, { body, asForm, ...params }: AnyParameters): AnyCall {
  const address = createFinalURL(path, {
    baseUrl: '',
    params,
    pathSerializer: defaultPathSerializer,
    querySerializer: createQuerySerializer(),
  })
  const call = { method: method.toUpperCase(), path: address, body, asForm }
  contractPaths.set(call, path)
  return call
}

interface AnyCall {
  method: string
  path: string
  body?: unknown
  asForm?: boolean | undefined
}

/** The body of a call as it goes over the wire, with its content type; a form with files has the browser's. */
function wireBody({ body, asForm = false }: AnyCall): Pick<RequestOptions, 'body' | 'headers'> {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  if (typeof body === 'object' && body !== null && asForm) {
    const fields = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)])
    return { body: String(new URLSearchParams(fields)), headers: { 'Content-Type': FORM_TYPE } }
  }
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}

const isEmpty = ({ status, headers }: Response) =>
  status === 204 || status === 304 || headers.get('Content-Length') === '0'

/**
 * The service operations of the platform, typed by the contract. They are sent by `Http` and throw `ApiError`. For the
 * data API use `DataClient`. Example: `services.json('get', '/billing/v1/account/{orgId}/plan', { path: { orgId },
 * signal })`
 */
export function createServiceClient(http: Http, baseUrl?: string) {
  /** Sends a call that was made before. */
  const request = (
    call: AnyCall,
    { headers, ...transport }: Transport & { stream?: boolean } = {},
  ): Promise<Response> => {
    const { headers: own, body = null } = wireBody(call)
    const named = [...new Headers(headers), ...new Headers(own)]
    return http.request(call.path, {
      ...transport,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(named.length === 0 ? {} : { headers: named }),
      method: call.method,
      body,
    })
  }

  /** Makes a call and sends it. */
  const call = (
    method: Method,
    path: string,
    {
      path: inPath,
      query,
      body,
      asForm,
      ...transport
    }: AnyParameters & Transport & { stream?: boolean } = {},
  ) =>
    request(
      callOf(method, path, {
        ...(inPath && { path: inPath }),
        ...(query && { query }),
        body,
        ...(asForm && { asForm }),
      }),
      transport,
    )

  function json<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...call: Call<M, P>
  ): Promise<Answer<M, P, 'application/json'>>
  async function json(method: Method, path: string, options?: object): Promise<unknown> {
    return jsonOf(`${method} ${path}`, await call(method, path, options))
  }

  function text<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...call: Call<M, P>
  ): Promise<Answer<M, P, 'text/plain'> & string>
  async function text(method: Method, path: string, options?: object): Promise<unknown> {
    return (await call(method, path, options)).text()
  }

  function blob<M extends Method, P extends Path<M>>(method: M, path: P, ...call: Call<M, P>): Promise<Blob>
  async function blob(method: Method, path: string, options?: object): Promise<unknown> {
    return (await call(method, path, options)).blob()
  }

  /** For streamed responses, without a timeout. */
  function stream<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...call: Call<M, P>
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>
  async function stream(method: Method, path: string, options?: object): Promise<unknown> {
    const response = await call(method, path, { ...options, stream: true })
    return isEmpty(response) ? null : response.body
  }

  /** For operations whose response is not read. */
  function done<M extends Method, P extends Path<M>>(method: M, path: P, ...call: Call<M, P>): Promise<void>
  async function done(method: Method, path: string, options?: object): Promise<void> {
    await (await call(method, path, options)).body?.cancel()
  }

  /** Sends a call made by `serviceRequest`, whose response is not read. */
  async function send(made: PlatformCall, transport?: Transport): Promise<void> {
    await (await request(made, transport)).body?.cancel()
  }

  /** The same with the status and the text of the response, as far as it can be read. */
  async function sendForReply(
    made: PlatformCall,
    transport?: Transport,
  ): Promise<{ status: number; text: string }> {
    const reply = await request(made, transport)
    return { status: reply.status, text: await reply.text().catch(() => '') }
  }

  /** The same for a JSON response. */
  function sendForJson<Answered>(made: ServiceCall<Answered>, transport?: Transport): Promise<Answered>
  async function sendForJson(made: PlatformCall, transport?: Transport): Promise<unknown> {
    const operation = `${made.method.toLowerCase()} ${contractPaths.get(made) ?? made.path}`
    return jsonOf(operation, await request(made, transport))
  }

  /** The same for a response whose headers are needed, without a timeout. */
  const sendForResponse = (made: PlatformCall, transport?: Transport): Promise<Response> =>
    request(made, { ...transport, stream: true })

  /** The same for a response that is a text. */
  const sendForText = async (made: PlatformCall, transport?: Transport): Promise<string> =>
    (await request(made, transport)).text()

  /** For responses with headers that are needed, without a timeout. */
  function response<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...call: Call<M, P>
  ): Promise<Response>
  async function response(method: Method, path: string, options?: object): Promise<Response> {
    return call(method, path, { ...options, stream: true })
  }

  return {
    json,
    text,
    blob,
    stream,
    done,
    response,
    send,
    sendForJson,
    sendForReply,
    sendForText,
    sendForResponse,
  }
}

export type ServiceClient = ReturnType<typeof createServiceClient>
