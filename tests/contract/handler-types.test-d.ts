/** Only compiled, never run: the type of a handler contains exactly the path, body and reply of its operation. */
import type { jsonBody, Handler, RequestContext, bodyField } from '../../mocks/http/request-context.ts'

type Parameter<Id extends string> = Parameters<typeof jsonBody<Id>>[0]
type Body = Awaited<ReturnType<typeof jsonBody<'two-factor.disable'>>>
declare const readText: typeof bodyField<Body>
declare const body: Body
declare const context: RequestContext<'two-factor.disable'>

export const taken: Parameter<'two-factor.disable'> = context
export const password = readText(body, 'password')
// @ts-expect-error -- the contract has no such field
export const unknownField = readText(body, 'passphrase')

export const knownPart: Handler<'keys.ofUser'> = ({ params }) => ({
  status: 200,
  kind: 'text',
  text: params.username,
})
// @ts-expect-error -- the path has no such part
export type UnknownPart = RequestContext<'keys.ofUser'>['params']['user']

// @ts-expect-error -- codes are texts
export const wrongReply: Handler<'two-factor.createRecoveryCodes'> = () => ({
  status: 200,
  kind: 'json',
  json: [1, 2],
})
