import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { paths } from './control-contract.ts'

export type ControlMethod = 'get' | 'post' | 'delete'

export type ControlPath<M extends ControlMethod> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never
}[keyof paths]

type Operation<M extends ControlMethod, P extends ControlPath<M>> = paths[P][M]

type ParametersOf<Op> = Op extends { parameters: infer All extends { path?: unknown; query?: unknown } }
  ? Pick<All, 'path' | 'query'>
  : never

type BodyOf<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : { body?: never }

type Optional<Wanted> = object extends Wanted ? [wanted?: Wanted] : [wanted: Wanted]

/** The parameters and body of an operation of the control API. */
export type ControlInput<M extends ControlMethod, P extends ControlPath<M>> = Optional<
  ParametersOf<Operation<M, P>> & BodyOf<Operation<M, P>>
>

type JsonIn<Reply> = Reply extends { content: { 'application/json': infer Content } } ? Content : never

/** The JSON response of an operation of the control API. */
export type ControlAnswer<M extends ControlMethod, P extends ControlPath<M>> =
  Operation<M, P> extends { responses: infer Replies }
    ? { [Status in keyof Replies & (200 | 201)]: JsonIn<Replies[Status]> }[keyof Replies & (200 | 201)]
    : never

/** The same without the contract. */
interface AnyInput {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The arguments of `fetch` for an operation of the control API. */
export function controlRequest<M extends ControlMethod, P extends ControlPath<M>>(
  apiUrl: string,
  method: M,
  path: P,
  ...[input]: ControlInput<M, P>
): [address: string, init: RequestInit] {
  const { body, ...params } = (input ?? {}) as AnyInput
  const address = createFinalURL(path, {
    baseUrl: apiUrl,
    params,
    pathSerializer: defaultPathSerializer,
    querySerializer: createQuerySerializer(),
  })
  const sent =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return [address, { method: method.toUpperCase(), ...sent }]
}
