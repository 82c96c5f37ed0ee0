import { curlOf } from '@/lib/equivalent-command.ts'
import type { RequestLogDetail } from '@/simulation/control-contract.ts'

/** The request as a curl command, without the token: a request log must not expose sessions. */
export function entryAsCurl({ method, origin, path, requestType, requestBody }: RequestLogDetail): string {
  return curlOf({ method, address: origin + path, contentType: requestType, data: requestBody })
}

/** A body for display: JSON is indented. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Whether a request matches all words of a filter. */
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
