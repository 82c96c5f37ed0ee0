import { http } from 'msw/http'
import { ws } from 'msw/ws'
import { OTHER_HOSTS } from '../third-party/third-party-hosts.ts'
import type { WorkerClient, PageSocket } from './worker-client.ts'
import { SocketIo } from './socket-io.ts'

/** Where the dashboard believes its cloud to be. */
export interface CloudAddresses {
  apiUrl: string
  actionsUrl: string
  builderUrl: string
  terminalUrl: string
}

/** Devices answer at addresses of their own, to scripts of the page: a window of its own is not intercepted. */
const DEVICES = /^https:\/\/[0-9a-f]+\.devices\.flotilla\.test(?:\/|$)/

/** Every name under it is ours by RFC 6761: nothing there may ever reach the network. */
const RESERVED = /^(?:https?|wss?):\/\/(?:[^/]*\.)?flotilla\.test(?::\d+)?(?:\/|$)/

/** A request that the cloud does not answer fails as without a network; MSW would make a 500 of a rejection. */
async function answerOf(cloud: Pick<WorkerClient, 'handle'>, request: Request): Promise<Response> {
  try {
    return await cloud.handle(request)
  } catch {
    return Response.error()
  }
}

/** Takes this page's requests to the cloud, and refuses those to reserved names where nothing of it answers. */
export function requestHandlers(
  cloud: Pick<WorkerClient, 'handle'>,
  { apiUrl, actionsUrl, builderUrl }: Omit<CloudAddresses, 'terminalUrl'>,
) {
  const origins = [
    ...new Set([apiUrl, actionsUrl, builderUrl, ...OTHER_HOSTS].map((url) => new URL(url).origin)),
  ]
  return [
    ...[...origins.map(startingWith), DEVICES].map((where) =>
      http.all(where, ({ request }) => answerOf(cloud, request)),
    ),
    http.all(RESERVED, ({ request }) => {
      const refusal = `${request.method} ${request.url} was refused: no part of the simulated cloud answers there.`
      console.error(refusal)
      return new Response(refusal, { status: 501, headers: { 'content-type': 'text/plain' } })
    }),
  ]
}

/** What is answered bit by bit: followed logs, and images of operating systems. */
const isAskedBitByBit = ({ pathname, searchParams }: URL) =>
  searchParams.get('stream') === '1' || pathname === '/download'

/**
 * A fetch that takes streams to the cloud itself. Firefox tells of an uncaught error whenever one that came through a
 * service worker is left, by a reload or by who read it.
 */
export function streamingPastServiceWorker(
  cloud: Pick<WorkerClient, 'handle'>,
  { apiUrl }: Pick<CloudAddresses, 'apiUrl'>,
  usual: typeof fetch,
): typeof fetch {
  const { origin } = new URL(apiUrl)
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, apiUrl)
    return url.origin === origin && isAskedBitByBit(url)
      ? cloud.handle(new Request(input, init))
      : usual(input, init)
  }
}

/** Takes this page's terminals to the cloud. */
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
 * MSW keeps every socket for broadcasts, which we do not use, and a closed one too: with it all that its page ever hung
 * on it. It lets go of them at this message, with which its own worker stops; open sockets go on.
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
