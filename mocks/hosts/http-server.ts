import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as SocketServer } from 'socket.io'
import type { Socket } from 'socket.io'
import type { RequestValidator } from '../base/contract/request-validator.ts'
import { CONTROL_PREFIX } from '../base/control-prefix.ts'
import { MAX_BODY_BYTES, payloadTooLarge } from '../base/http-error.ts'
import type { Cloud } from '../cloud.ts'
import type { TerminalSocket } from '../devices/terminal.ts'
import { NetworkFault } from '../faults/network-fault.ts'
import { refusalExplanation, sentText } from '../http/responses.ts'

/** Accepts connections only from this machine. */
export const LOOPBACK = '127.0.0.1'

export interface ServeOptions {
  cloud: Cloud
  /** Default: loopback. */
  host?: string
  /** 0 or absent: any free port. */
  port?: number
  /** Allows control requests from other machines, under any name and from pages of any origin. */
  openControl?: boolean
  /** Origins of pages that may send control requests, besides those of this machine. */
  controlOrigins?: readonly string[]
  /** The address under which clients reach this cloud, such as `https://api.example`; undefined: that of each request. */
  publicUrl?: string
  /** Adds the explanation of errors without a body as a header. They are always printed. */
  explains?: boolean
  /** Prints where requests break the contract. */
  validates?: boolean
}

/** How long a client may take to send one request, such as a stream of log lines; then it gets a 408. */
const REQUEST_TIMEOUT_MS = 315_000
/** The same for its headers, as by default. */
const HEADERS_TIMEOUT_MS = 60_000

export interface ServedCloud {
  /** For example `http://127.0.0.1:8090`. */
  url: string
  /** Closes all connections and frees the port. The cloud itself stays open. */
  close(): Promise<void>
}

/** Serves a cloud over HTTP, and its terminals over Socket.IO, on one port. Rejects when the port is not available. */
export async function serveCloud({
  cloud,
  host = LOOPBACK,
  port = 0,
  openControl = false,
  controlOrigins = [],
  explains = false,
  validates = false,
  publicUrl,
}: ServeOptions): Promise<ServedCloud> {
  const check = validates
    ? (await import('../base/contract/request-validator.ts')).createRequestValidator()
    : undefined
  const watched: Watched = { cloud, explains, check, publicUrl }
  // Node's own timeout is only checked every few seconds.
  const server = createServer(
    { requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT_MS },
    (incoming, outgoing) => {
      limitDuration(incoming, outgoing)
      const reason = openControl ? undefined : whyRefused(incoming, host, controlOrigins)
      if (reason === undefined) void answer(watched, incoming, outgoing)
      else rejectControl(reason, incoming, outgoing)
    },
  )
  const sockets = new SocketServer(server, {
    serveClient: false,
    cors: { origin: true, credentials: true },
  })
  sockets.on('connection', (socket) => cloud.connectTerminal(asTerminal(socket)))

  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: addressOf(server.address()),
    async close() {
      await sockets.close()
      server.closeAllConnections()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
  }
}

/** Answers a request with 408 that has not arrived as a whole in time, and closes its connection. */
function limitDuration(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const timer = setTimeout(() => {
    if (incoming.complete) return
    const { socket } = incoming
    const answered = outgoing.headersSent ? '' : 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'
    socket.end(answered, () => socket.destroy())
  }, REQUEST_TIMEOUT_MS)
  timer.unref()
  outgoing.on('close', () => clearTimeout(timer))
}

interface Watched {
  cloud: Cloud
  explains: boolean
  check: RequestValidator | undefined
  publicUrl: string | undefined
}

/** Sign-in pages of third parties, which this cloud simulates, and what scripts on any machine wait for. */
const PUBLIC_PATHS = /^\/__flotilla\/(?:sign-in\/|(?:support-portal|ready|external-devices)$)/

const LOOPBACK_NAME = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i

const nameIn = (hostAndPort: string) => hostAndPort.replace(/:\d+$/, '').toLowerCase()

/**
 * Why a control request is refused; undefined if it is not. It must come from this machine, which is decided by the network
 * address because that cannot be forged; not from a page of another origin, which any page that is visited could be; and by
 * an address or a name of this machine, because the name of another site can be pointed to it.
 */
function whyRefused(
  { url = '/', socket, headers }: IncomingMessage,
  host: string,
  controlOrigins: readonly string[],
): string | undefined {
  const paths = pathsIn(url)
  if (!paths.some((path) => path.startsWith(CONTROL_PREFIX))) return undefined
  if (paths.every((path) => PUBLIC_PATHS.test(path))) return undefined
  // A proxy on this machine forwards requests of others.
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  if (isForwarded || !isLoopback(socket.remoteAddress))
    return 'Only the machine that runs this cloud may control it; start it with --open-control'
  const name = nameIn(headers.host ?? '')
  if (!ADDRESS.test(name) && !LOOPBACK_NAME.test(name) && name !== host.toLowerCase())
    return `This cloud is not controlled by the name "${name}"; use its address, or name it by --host`
  const { origin } = headers
  if (origin === undefined || controlOrigins.includes(origin)) return undefined
  const from = URL.canParse(origin) ? new URL(origin).hostname.toLowerCase() : ''
  return LOOPBACK_NAME.test(from) || (from !== '' && from === host.toLowerCase())
    ? undefined
    : `Pages of ${origin} may not control this cloud; allow them with --control-origin ${origin}`
}

/**
 * The path of a request as the cloud reads it, where `/sign-in/../reset` and `/./reset` are `/reset`, and the same decoded. One that
 * cannot be decoded is taken for what it would be without its escapes.
 */
function pathsIn(url: string): string[] {
  const address = `http://${LOOPBACK}${url.startsWith('/') ? url : '/'}`
  const path = URL.canParse(address) ? new URL(address).pathname : '/'
  const plain = path.replace(/%[\da-f]{2}/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  )
  // Escapes of dots and slashes are left in a path; whoever decodes it may go where they lead.
  return [path, new URL(`http://${LOOPBACK}${plain.replaceAll(/[?#]/g, '_')}`).pathname]
}

function rejectControl(reason: string, { headers }: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(403, {
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': headers.origin ?? '*',
  })
  outgoing.end(JSON.stringify(reason))
}

async function answer(
  { cloud, explains, check, publicUrl }: Watched,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const ending = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) ending.abort()
  })
  try {
    const most = maxBodyOf(incoming)
    // Refused before it is read; the connection ends with the response.
    if (Number(incoming.headers['content-length'] ?? 0) > most) return refuseBody(incoming, outgoing)
    const request = asRequest(incoming, ending.signal, publicUrl, most)
    if (request === null) return void outgoing.writeHead(400).end()
    const problems = isOfClient(request) ? await check?.check(request.clone()) : undefined
    for (const problem of problems ?? [])
      console.error(`${incoming.method} ${incoming.url} breaks the contract: ${problem}`)
    const response = await cloud.handle(request)
    const explanation = refusalExplanation(response)
    if (explanation !== undefined) {
      console.error(`${incoming.method} ${incoming.url} answered ${response.status}: ${explanation}`)
      if (explains) outgoing.setHeader('x-flotilla-explanation', explanation.replaceAll(NOT_IN_HEADERS, '?'))
    }
    await send(response, outgoing, ending.signal, incoming.method === 'HEAD')
  } catch (error) {
    if (ending.signal.aborted) return
    if (error instanceof NetworkFault) return void outgoing.destroy()
    console.error(`${incoming.method} ${incoming.url} failed:`, error)
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(500, { 'access-control-allow-origin': incoming.headers.origin ?? '*' }).end()
  }
}

const NOT_IN_HEADERS = /[^\x20-\x7e]/g

const isOfClient = ({ method, url }: Request) =>
  method !== 'OPTIONS' && !new URL(url).pathname.startsWith(CONTROL_PREFIX)

const isLoopback = (address: string | undefined) => /^(?:127\.|::1$|::ffff:127\.)/.test(address ?? '')

/** The first value of a header that each proxy on the way extends. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const [first] = (Array.isArray(header) ? header : (header ?? '').split(',')).map((value) => value.trim())
  return first === '' ? undefined : first
}

/** Hosts that this cloud only stands in for, such as public URLs of devices: they keep their name. */
const STANDS_IN_FOR = /\.test(?::\d+)?$/

/**
 * The address that the client asked for: the public one of this cloud, or as a proxy says. Only a proxy on this machine
 * is believed, because any client can send its headers.
 */
function originOf({ headers, socket }: IncomingMessage, publicUrl: string | undefined): string {
  const { host = LOOPBACK } = headers
  if (STANDS_IN_FOR.test(host)) return `http://${host}`
  if (publicUrl !== undefined) return publicUrl
  if (!isLoopback(socket.remoteAddress)) return `http://${host}`
  const scheme = firstOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
  return `${scheme}://${firstOf(headers['x-forwarded-host']) ?? host}`
}

function asRequest(
  incoming: IncomingMessage,
  signal: AbortSignal,
  publicUrl: string | undefined,
  most: number,
): Request | null {
  const { method = 'GET', rawHeaders, url = '/' } = incoming
  const address = `${originOf(incoming, publicUrl)}${url.startsWith('/') ? url : '/'}`
  if (!URL.canParse(address)) return null
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal }
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = bodyOf(incoming, most)
    init.duplex = 'half'
  }
  return new Request(address, init)
}

/** Files and session files are longer than other bodies. */
const MAX_FILE_BYTES = 64_000_000

function maxBodyOf({ url = '/', headers }: IncomingMessage): number {
  const isFile = url.startsWith(CONTROL_PREFIX) || !/json|urlencoded/.test(headers['content-type'] ?? '')
  return isFile ? MAX_FILE_BYTES : MAX_BODY_BYTES
}

function refuseBody({ headers }: IncomingMessage, outgoing: ServerResponse): void {
  const { status, body, headers: own } = payloadTooLarge()
  outgoing.writeHead(status, {
    ...own,
    'access-control-allow-origin': headers.origin ?? '*',
    connection: 'close',
  })
  outgoing.end(body)
}

/** The body, until it is longer than it may be: whoever reads it then answers 413. */
function bodyOf(incoming: IncomingMessage, most: number): ReadableStream<Uint8Array> {
  let length = 0
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done === true) return controller.close()
      length += next.value.byteLength
      if (length > most) controller.error(payloadTooLarge())
      else controller.enqueue(next.value)
    },
    cancel: () => void incoming.destroy(),
  })
}

/** Sends as fast as the client reads, and cancels the body when the client disconnects. */
async function send(
  response: Response,
  outgoing: ServerResponse,
  signal: AbortSignal,
  headOnly: boolean,
): Promise<void> {
  const text = sentText(response)
  const reader = text === undefined ? response.body?.getReader() : undefined
  const stop = () => void reader?.cancel().catch(() => {})
  if (signal.aborted) return stop()
  if (reader !== undefined) signal.addEventListener('abort', stop)

  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  // Sends the text with its length, without copying it to bytes: such garbage would be most of the memory.
  if (text !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(text))
  outgoing.writeHead(response.status, response.statusText || undefined)
  if (text !== undefined) return void (headOnly ? outgoing.end() : outgoing.end(text))
  if (reader === undefined || headOnly) {
    stop()
    return void outgoing.end()
  }
  outgoing.flushHeaders()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || signal.aborted) break
    if (!outgoing.write(value)) await drained(outgoing, signal)
  }
  outgoing.end()
}

async function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  await once(outgoing, 'drain', { signal }).catch(() => {})
}

function asTerminal(socket: Socket): TerminalSocket {
  return {
    emit: (event, ...args) => void socket.emit(event, ...args),
    on: (event, listener) => void socket.on(event, listener),
    onClose: (listener) => void socket.on('disconnect', listener),
    close: () => void socket.disconnect(true),
  }
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
