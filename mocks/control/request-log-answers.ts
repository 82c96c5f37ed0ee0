import type { RequestLogDetail, RequestLogEntry } from '../../openapi/generated/control.d.ts'
import { HttpError } from '../base/http-error.ts'
import type { ControlQuery } from './control-input.ts'
import { bodyWithoutSecrets, pathWithoutSecrets, responseWithoutSecrets } from './request-log-secrets.ts'
import type { Entry, RequestLog } from './request-log.ts'

const summaryOf = ({ n, at, method, path, origin, status, ms }: Entry): RequestLogEntry => ({
  n,
  at: new Date(at).toISOString(),
  method,
  path: pathWithoutSecrets(path),
  origin,
  status,
  ms,
})

/** The requests after number `after`, oldest first; default: all stored ones. */
export function requestLogEntries(
  requestLog: RequestLog,
  { after = 0 }: ControlQuery<'control.listRequests'>,
): RequestLogEntry[] {
  return requestLog.since(after).map(summaryOf)
}

/** A request with its bodies and its violations of the contract. Throws 404 when it is no longer stored. */
export async function requestLogEntry(requestLog: RequestLog, n: number): Promise<RequestLogDetail> {
  const entry = requestLog.find(n)
  if (entry === undefined) throw new HttpError(404, `Request ${n} is no longer stored`)
  const { requestType, requestBody, responseType, responseBody } = entry
  return {
    ...summaryOf(entry),
    requestType,
    requestBody: bodyWithoutSecrets(requestBody, requestType),
    responseType,
    responseBody: responseWithoutSecrets(entry.path, responseBody, responseType),
    problems: await problemsOf(entry),
  }
}

/** The contract is large, so it is loaded on demand. */
async function problemsOf(entry: Entry): Promise<string[] | null> {
  const { status, isCut, origin, path, method, responseBody, responseType } = entry
  if (status === 0 || isCut) return null
  const { createValidator } = await import('../base/contract/validator.ts')
  const hasBody = responseBody !== null && responseBody !== ''
  const response = new Response(hasBody ? responseBody : null, {
    status,
    headers: responseType === null ? {} : { 'content-type': responseType },
  })
  return createValidator().check(new Request(origin + path, { method }), response)
}
