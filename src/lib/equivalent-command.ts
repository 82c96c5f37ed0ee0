import { FORM_TYPE } from './form-type.ts'

declare const ofTheContract: unique symbol

/** A request to the platform's API that does the same as a press on a button; `serviceRequest` and `dataRequest` alone make one. */
export interface PlatformCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Path and query below the API's address. */
  path: string
  body?: object | undefined
  /** The body goes as a form of a browser. */
  asForm?: boolean | undefined
  readonly [ofTheContract]: true
}

/** The same action for the command line: as the platform's own tool takes it, and as a bare request. */
export interface Commands {
  cli: string
  curl: string
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Words as one command line. */
export function shellLine(...words: readonly string[]): string {
  return words.map(shellWord).join(' ')
}

/** Any request, as it goes over the wire. */
export interface RawRequest {
  method: string
  address: string
  contentType?: string | null
  data?: string | null
}

/** A request as curl sends it. The token is named, never shown. */
export function curlOf({ method, address, contentType = null, data = null }: RawRequest): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellWord(address)}`,
    `-H "Authorization: Bearer $FLOTILLA_TOKEN"`,
    ...(contentType === null ? [] : [`-H ${shellWord(`Content-Type: ${contentType}`)}`]),
    ...(data === null ? [] : [`--data-raw ${shellWord(data)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** A filter as a query says it: the platform's parser knows the marks of its language only as they are (docs/platform/data-api.md). */
export const filterQuery = (filter: string): string =>
  `$filter=${encodeURI(filter).replaceAll(/[&#+]/g, encodeURIComponent)}`

/** A call of the platform as curl sends it. */
export function asCurl(apiUrl: string, { method, path, body, asForm = false }: PlatformCall): string {
  const address = new URL(path, apiUrl).href
  if (body === undefined) return curlOf({ method, address })
  if (asForm) {
    const fields = Object.entries(body).map(([key, value]): [string, string] => [key, String(value)])
    return curlOf({ method, address, contentType: FORM_TYPE, data: String(new URLSearchParams(fields)) })
  }
  return curlOf({ method, address, contentType: 'application/json', data: JSON.stringify(body) })
}

/** The commands of several actions, one after the other. */
export function inOrder(commands: readonly Commands[]): Commands {
  return {
    cli: commands.map(({ cli }) => cli).join('\n'),
    curl: commands.map(({ curl }) => curl).join('\n\n'),
  }
}
