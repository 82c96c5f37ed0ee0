import { FORM_TYPE } from './form-type.ts'

declare const ofTheContract: unique symbol

/** A request equivalent to a button; created only by `serviceRequest` and `dataRequest`. */
export interface PlatformCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Path and query relative to the API's URL. */
  path: string
  body?: object | undefined
  /** The body is sent as a form. */
  asForm?: boolean | undefined
  readonly [ofTheContract]: true
}

/** The command line equivalents of an action: for the platform's CLI, and as an HTTP request. */
export interface Commands {
  cli: string
  curl: string
}

/** Quotes a text for a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The same, always in quotes. */
const shellArgument = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Joins words to a command line. */
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

/** A request as a curl command. The token is referenced, never shown. */
export function curlOf({ method, address, contentType = null, data = null }: RawRequest): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellWord(address)}`,
    `-H "Authorization: Bearer $FLOTILLA_TOKEN"`,
    ...(contentType === null ? [] : [`-H ${shellWord(`Content-Type: ${contentType}`)}`]),
    ...(data === null ? [] : [`--data-raw ${shellWord(data)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** A call for display, with an ellipsis instead of these fields of its body. */
export function withoutSecrets<Call extends PlatformCall>(call: Call, ...fields: readonly string[]): Call {
  const hidden = Object.fromEntries(fields.map((field) => [field, '…']))
  return { ...call, body: { ...call.body, ...hidden } }
}

/** An operation of the platform as a curl command. */
export function asCurl(apiUrl: string, { method, path, body, asForm = false }: PlatformCall): string {
  const address = new URL(path, apiUrl).href
  if (body === undefined) return curlOf({ method, address })
  const fields: [string, unknown][] = Object.entries(body)
  if (fields.some(([, value]) => value instanceof File)) {
    const parts = fields.map(([field, value]) =>
      value instanceof File ? `${field}=@${value.name}` : `${field}=${String(value)}`,
    )
    return [curlOf({ method, address }), ...parts.map((part) => `-F ${shellArgument(part)}`)].join(' \\\n  ')
  }
  if (asForm) {
    const fields = Object.entries(body).map(([key, value]): [string, string] => [key, String(value)])
    return curlOf({ method, address, contentType: FORM_TYPE, data: String(new URLSearchParams(fields)) })
  }
  return curlOf({ method, address, contentType: 'application/json', data: JSON.stringify(body) })
}

/** The commands of several actions, in order. */
export function inOrder(commands: readonly Commands[]): Commands {
  return {
    cli: commands.map(({ cli }) => cli).join('\n'),
    curl: commands.map(({ curl }) => curl).join('\n\n'),
  }
}
