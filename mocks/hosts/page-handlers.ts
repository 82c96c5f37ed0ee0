import { http } from 'msw/http'
import { ws } from 'msw/ws'
import { OTHER_HOSTS } from '../third-party/third-party-hosts.ts'
import { SocketIo } from './socket-io.ts'
import type { WorkerClient, PageSocket } from './worker-client.ts'

/** The URLs of the cloud in the configuration of the dashboard. */
export interface CloudAddresses {
  apiUrl: string
  actionsUrl: string
  builderUrl: string
  terminalUrl: string
}

/** Public device URLs can be fetched by scripts of the page; a new window is not intercepted. */
const DEVICES = /^https:\/\/[0-9a-f]+\.devices\.flotilla\.test(?:\/|$)/

/** Reserved by RFC 6761: requests to names below it must never reach the network. */
const RESERVED = /^(?:https?|wss?):\/\/(?:[^/]*\.)?flotilla\.test(?::\d+)?(?:\/|$)/

/** When the cloud rejects, the request fails like a network error; MSW would turn it into a 500. */
async function answerOf(cloud: Pick<WorkerClient, 'handle'>, request: Request): Promise<Response> {
  try {
    return await cloud.handle(request)
  } catch {
    return Response.error()
  }
}

/** Forwards requests of this page to the cloud, and rejects those to reserved names that the cloud does not serve. */
export function requestHandlers(
  cloud: Pick<WorkerClient, 'handle'>,
  { apiUrl, actionsUrl, builderUrl }: Omit<CloudAddresses, 'terminalUrl'>,
) {
  const origins = [
    ...new Set([apiUrl, actionsUrl, builderUrl, ...OTHER_HOSTS].map((url) => new URL(url).origin)),
  ]
  return [
    ...[...origins.map(startingWith), DEVICES].map((path) =>
      http.all(path, ({ request }) => answerOf(cloud, request)),
    ),
    http.all(RESERVED, ({ request }) => {
      const refusal = `${request.method} ${request.url} was refused: no part of the simulated cloud answers there.`
      console.error(refusal)
      return new Response(refusal, { status: 501, headers: { 'content-type': 'text/plain' } })
    }),
  ]
}

/** Responses that are streamed: followed logs, and OS images. */
const isStreamed = ({ pathname, searchParams }: URL) =>
  searchParams.get('stream') === '1' || pathname === '/download'

/**
 * A fetch that takes streams directly from the cloud. Where streams cannot be transferred, as in WebKit, MSW waits
 * for the end of a body before it passes it on. Firefox reports an uncaught error whenever a stream that came through a service
 * worker is cancelled, by a reload or by its reader.
 */
export function streamingPastServiceWorker(
  cloud: Pick<WorkerClient, 'handle'>,
  { apiUrl }: Pick<CloudAddresses, 'apiUrl'>,
  usual: typeof fetch,
): typeof fetch {
  const { origin } = new URL(apiUrl)
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, apiUrl)
    return url.origin === origin && isStreamed(url)
      ? cloud.handle(new Request(input, init))
      : usual(input, init)
  }
}

/** Forwards terminals of this page to the cloud. */
export function socketHandlers(
  cloud: Pick<WorkerClient, 'connectTerminal'>,
  { terminalUrl }: Pick<CloudAddresses, 'terminalUrl'>,
) {
  const { host } = new URL(terminalUrl)
  const address = startingWith(`wss?://${host}`)
  const terminal = ws.link(address, { extensions: [new SocketIo()] })
  const elsewhere = ws.link(RESERVED)
  return [
    terminal.addEventListener('connection', ({ client }) => {
      if (!client.url.searchParams.has('EIO')) {
        console.error(`A socket to ${client.url.href} was refused: terminals speak Socket.IO.`)
        return client.close(1008, 'Terminals speak Socket.IO')
      }
      client.addEventListener('close', forgetSockets)
      let joined = false
      client.addEventListener('message', ({ data }) => {
        if (data.kind !== 'connect' || joined) return
        joined = true
        cloud.connectTerminal(asPageSocket(client))
      })
    }),
    elsewhere.addEventListener('connection', ({ client }) => {
      if (address.test(client.url.href)) return
      console.error(
        `A socket to ${client.url.href} was refused: no part of the simulated cloud answers there.`,
      )
      client.close(1008, 'No part of the simulated cloud answers here')
    }),
  ]
}

/**
 * MSW keeps every socket for broadcasts, which are not used here, including closed ones and everything they reference.
 * It releases them at this message, which its worker sends when it stops; open sockets are not affected.
 */
function forgetSockets(): void {
  window.postMessage({ type: 'msw/worker:stop' }, window.location.origin)
}

type TerminalClient = Parameters<
  Parameters<ReturnType<typeof ws.link<[SocketIo]>>['addEventListener']>[1]
>[0]['client']

function asPageSocket(client: TerminalClient): PageSocket {
  return {
    emit: (event, args) => client.send({ kind: 'event', event, args, ack: null }),
    onEvent(listener) {
      client.addEventListener('message', ({ data }) => {
        if (data.kind !== 'event') return
        const { ack } = data
        const reply = ack === null ? null : (args: unknown[]) => client.send({ kind: 'ack', ack, args })
        listener(data.event, data.args, reply)
      })
    },
    onClose(listener) {
      client.addEventListener('close', listener)
      client.addEventListener('message', ({ data }) => {
        if (data.kind === 'disconnect') listener()
      })
    },
    close() {
      client.send({ kind: 'disconnect' })
      client.close()
    },
  }
}

function startingWith(origin: string): RegExp {
  return new RegExp(`^${origin.replaceAll('.', String.raw`\.`)}(?:/|$)`)
}
