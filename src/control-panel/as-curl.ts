import type { JournalEntryWhole } from '../world-answers.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The same request for a shell. The token is left to whoever runs it: a list of requests must not give sessions away. */
export function asCurl({ method, origin, path, requestType, requestBody }: JournalEntryWhole): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(requestType === null ? [] : [`-H ${quoted(`Content-Type: ${requestType}`)}`]),
    ...(requestBody === null ? [] : [`--data-raw ${quoted(requestBody)}`]),
  ].join(' \\\n  ')
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
