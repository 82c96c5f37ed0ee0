import { serviceOperations } from '../../../openapi/generated/operations.ts'
import type { ServiceOperationId } from '../../../openapi/generated/operations.ts'
import { statusAndBody } from '../subjects.ts'
import { sendRaw } from '../use-cloud.ts'
import type { Who } from './sample.ts'
import type { Subjects } from './subjects.ts'

/** A request for an operation; path and method are those of the contract. */
export interface CaseRequest {
  /** By default without a credential. */
  as?: Who
  params?: Readonly<Record<string, string | number>>
  query?: string
  body?: unknown
  /** Sent unchanged. */
  raw?: BodyInit
  headers?: Readonly<Record<string, string>>
}

export interface Case {
  status: number
  ask: CaseRequest | ((it: Subjects) => CaseRequest | Promise<CaseRequest>)
  /** The expected response; optional. */
  answer?: unknown
}

/** Why there is no case of this kind. */
export interface Exempt {
  exempt: string
}

/** The cases of one operation: a success, a rejected user, and invalid input. */
export interface ServiceCases {
  success: Case
  refusal: Case | Exempt
  badInput: Case | Exempt
}

export const done = (ask: Case['ask'], status = 200): Case => ({ status, ask })

export const refused = (status: number, ask: Case['ask'], answer: unknown = ''): Case => ({
  status,
  ask,
  answer,
})

export const PUBLIC: Exempt = { exempt: 'everybody may, signed in or not' }
export const NO_INPUT: Exempt = { exempt: 'the request holds nothing that could be wrong' }
export const EVERYBODYS_OWN = (ask: CaseRequest = {}): Case => refused(401, ask)

const ORIGIN = 'https://api.flotilla.test'

/** Sends the request of a case, validated against the contract, and returns status and body. */
export async function ask(id: ServiceOperationId, testCase: Case, it: Subjects): Promise<[number, unknown]> {
  const operation = serviceOperations.find((one) => one.id === id)
  if (operation === undefined) throw new Error(`No operation ${id}`)
  const input = typeof testCase.ask === 'function' ? await testCase.ask(it) : testCase.ask
  const { as, params = {}, query = '', body, raw, headers: extra } = input
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${id} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const headers = new Headers(extra)
  if (as !== undefined) {
    const credential = typeof as === 'string' ? await it.world.token(as) : as.credential
    headers.set('authorization', `Bearer ${credential}`)
  }
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  if (raw === undefined && body !== undefined) headers.set('content-type', 'application/json')
  const request = new Request(`${ORIGIN}${path}${query}`, {
    method: operation.method,
    headers,
    ...(content === undefined ? {} : { body: content }),
  })
  const response = await sendRaw(it.world, request)
  if (response.headers.get('content-type')?.startsWith('application/x-') === true) {
    await response.body?.cancel()
    return [response.status, '']
  }
  return statusAndBody(response)
}
