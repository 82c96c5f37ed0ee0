import { curlOf } from '@/lib/equivalent-command.ts'
import type { RequestLogDetail } from '@/simulation/control-contract.ts'

/** The same request for a shell. The token is left to whoever runs it: a list of requests must not give sessions away. */
export function entryAsCurl({ method, origin, path, requestType, requestBody }: RequestLogDetail): string {
  return curlOf({ method, address: origin + path, contentType: requestType, data: requestBody })
}

/** A body as people read it: JSON on lines of its own. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Whether each word of a filter is in what a list of requests shows of one. */
export function fitsFilter(
  { method, path, status }: { method: string; path: string; status: number },
  filter: string,
) {
  const shown = `${method} ${path} ${status}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => shown.includes(word))
}
