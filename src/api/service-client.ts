import createClient, { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { FORM_TYPE } from '@/lib/form-type.ts'
import type { paths } from '../../openapi/generated/types.d.ts'
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
type Question<M extends Method, P extends Path<M>> = ParametersOf<Operation<M, P>> & BodyOf<Operation<M, P>>

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
type Call<M extends Method, P extends Path<M>> = Optional<Question<M, P> & Transport>

/** The same without the contract, for code common to all operations. */
interface AnyQuestion {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  asForm?: boolean
}
type AnyPaths = Record<
  string,
  Record<Method, { requestBody?: { content: { 'application/json': unknown } }; responses: object }>
>

/** The request as it was given: a real `Request` would turn the body into a stream, which `Http` needs again for retries and logs. */
class Prepared extends Request {
  readonly address: string
  readonly given: RequestInit
  constructor(address: RequestInfo | URL, given: RequestInit = {}) {
    super('about:blank')
    this.address = address instanceof Request ? address.url : String(address)
    this.given = given
  }
}

/** Whether screens read the response field by field. Others are checked where they are read, some of them on every page. */
const isShaped = (path: string) =>
  /^\/(billing|zendesk|device-types|config\/vars|v[12]\/\{uuid|supervisor\/v1\/device)/.test(path)

/** A request as a value, for texts that show it. */
export function serviceRequest<M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  ...question: Optional<Question<M, P>>
): PlatformCall & { body: BodyOf<Operation<M, P>>['body'] }
export function serviceRequest(method: Method, path: string, question: object = {}): object {
  const { body, asForm, ...params }: AnyQuestion = question
  const address = createFinalURL(path, {
    baseUrl: '',
    params,
    pathSerializer: defaultPathSerializer,
    querySerializer: createQuerySerializer(),
  })
  return { method: method.toUpperCase(), path: address, body, asForm }
}

/**
 * The service operations of the platform, typed by the contract. They are sent by `Http` and throw `ApiError`. For the
 * data API use `DataClient`. Example: `services.json('get', '/billing/v1/account/{orgId}/plan', { path: { orgId },
 * signal })`
 */
export function createServiceClient(http: Http, baseUrl?: string) {
  const client = createClient<AnyPaths>({ Request: Prepared })

  async function send(
    parseAs: 'json' | 'text' | 'blob' | 'stream',
    method: Method,
    address: string,
    { path, query, body, asForm, headers, ...transport }: AnyQuestion & Transport & { stream?: true } = {},
  ) {
    return client.request(method, address, {
      params: { path, query },
      body,
      headers: asForm ? { 'Content-Type': FORM_TYPE } : headers,
      parseAs,
      fetch(prepared) {
        if (!(prepared instanceof Prepared)) throw new TypeError('Made by somebody else')
        const { given } = prepared
        const named = [...new Headers(given.headers)]
        return http.request(prepared.address, {
          ...transport,
          ...(baseUrl === undefined ? {} : { baseUrl }),
          ...(named.length === 0 ? {} : { headers: named }),
          method: method.toUpperCase(),
          body: given.body ?? null,
        })
      },
    })
  }

  function json<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...call: Call<M, P>
  ): Promise<Answer<M, P, 'application/json'>>
  async function json(method: Method, path: string, call?: object): Promise<unknown> {
    const { data } = await send('json', method, path, call)
    // Loaded on demand: the first pages read rows only.
    return isShaped(path) ? (await import('./replies.ts')).heldToContract(`${method} ${path}`, data) : data
  }

  function text<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...call: Call<M, P>
  ): Promise<Answer<M, P, 'text/plain'> & string>
  async function text(method: Method, path: string, call?: object): Promise<unknown> {
    return (await send('text', method, path, call)).data ?? ''
  }

  function blob<M extends Method, P extends Path<M>>(method: M, path: P, ...call: Call<M, P>): Promise<Blob>
  async function blob(method: Method, path: string, call?: object): Promise<unknown> {
    return (await send('blob', method, path, call)).data ?? new Blob()
  }

  /** For streamed responses, without a timeout. */
  function stream<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...call: Call<M, P>
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>
  async function stream(method: Method, path: string, call?: object): Promise<unknown> {
    return (await send('stream', method, path, { ...call, stream: true })).data ?? null
  }

  /** For operations whose response is not read. */
  function done<M extends Method, P extends Path<M>>(method: M, path: P, ...call: Call<M, P>): Promise<void>
  async function done(method: Method, path: string, call?: object): Promise<void> {
    const { data } = await send('stream', method, path, call)
    if (data instanceof ReadableStream) await data.cancel()
  }

  /** For responses with headers that are needed, without a timeout. */
  function response<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...call: Call<M, P>
  ): Promise<Response>
  async function response(method: Method, path: string, call?: object): Promise<Response> {
    return (await send('stream', method, path, { ...call, stream: true })).response
  }

  return { json, text, blob, stream, done, response }
}

export type ServiceClient = ReturnType<typeof createServiceClient>
