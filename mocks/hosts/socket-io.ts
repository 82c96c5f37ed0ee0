import { WebSocketExtension } from 'msw/ws'
import type { WebSocketData, WebSocketExtensionContext, WebSocketExtensionMessageContext } from 'msw/ws'
import { Decoder, Encoder, PacketType } from 'socket.io-parser'
import type { Packet } from 'socket.io-parser'

/** A Socket.IO connection, without framing and handshakes. */
export type SocketIoMessage =
  /** From the client, once: it has connected and can receive events. */
  | { kind: 'connect' }
  /** An event in either direction. `ack` is the client's number for the response it expects. */
  | { kind: 'event'; event: string; args: unknown[]; ack: number | null }
  /** To the client: the response to the event with that number. */
  | { kind: 'ack'; ack: number; args: unknown[] }
  /** In either direction: disconnect; the underlying socket may stay open. */
  | { kind: 'disconnect' }

// Engine.IO frame types over a WebSocket: one character before the text; binary data has no prefix.
const OPEN = '0'
const CLOSE = '1'
const PING = '2'
const PONG = '3'
const MESSAGE = '4'

const MAIN_NAMESPACE = '/'
// The client disconnects when it receives nothing for the sum of both. Inside one page no connection can be lost, so no heartbeat
// is needed.
const NO_HEARTBEAT_MS = 1_000_000_000

/**
 * The server side of Socket.IO 4 (protocol 5, Engine.IO 4), so that `socket.io-client` with `transports: ['websocket']`
 * works with a mocked WebSocket: events, acknowledgements of client events, binary arguments, the main namespace.
 */
export class SocketIo extends WebSocketExtension<SocketIoMessage> {
  readonly #decoders = new WeakMap<object, Decoder>()
  readonly #encoder = new Encoder()

  override match({ client }: WebSocketExtensionContext<SocketIoMessage>): boolean {
    return client.url.searchParams.has('EIO')
  }

  override connect(): WebSocketData {
    return `${OPEN}${JSON.stringify({
      sid: sessionId(),
      upgrades: [],
      pingInterval: NO_HEARTBEAT_MS,
      pingTimeout: NO_HEARTBEAT_MS,
      maxPayload: 1_000_000,
    })}`
  }

  override *receive(data: WebSocketData): Generator<WebSocketData, void> {
    if (typeof data !== 'string') return
    if (data.startsWith(PING)) yield PONG + data.slice(1)
    if (!data.startsWith(`${MESSAGE}${PacketType.CONNECT}`)) return
    const namespace = namespaceOf(data.slice(2))
    if (namespace === MAIN_NAMESPACE)
      yield* this.#frames({ type: PacketType.CONNECT, nsp: namespace, data: { sid: sessionId() } })
    else
      yield* this.#frames({
        type: PacketType.CONNECT_ERROR,
        nsp: namespace,
        data: { message: 'Invalid namespace' },
      })
  }

  override *encode(message: SocketIoMessage): Generator<WebSocketData, void> {
    const nsp = MAIN_NAMESPACE
    switch (message.kind) {
      case 'event':
        return yield* this.#frames({ type: PacketType.EVENT, nsp, data: [message.event, ...message.args] })
      case 'ack':
        return yield* this.#frames({ type: PacketType.ACK, nsp, id: message.ack, data: message.args })
      case 'disconnect':
        return yield* this.#frames({ type: PacketType.DISCONNECT, nsp })
      case 'connect':
        throw new Error('Only a client can join')
    }
  }

  override *decode(
    data: WebSocketData,
    { client }: WebSocketExtensionMessageContext<SocketIoMessage>,
  ): Generator<SocketIoMessage, void> {
    if (data === CLOSE) {
      yield { kind: 'disconnect' }
      return
    }
    const isText = typeof data === 'string'
    if (isText && !data.startsWith(MESSAGE)) return

    const packets: Packet[] = []
    const decoder = this.#decoderOf(client)
    decoder.on('decoded', (packet) => packets.push(packet))
    try {
      decoder.add(isText ? data.slice(1) : data)
    } finally {
      decoder.off('decoded')
    }
    for (const packet of packets) {
      const message = asMessage(packet)
      if (message) yield message
    }
  }

  #decoderOf(client: object): Decoder {
    const known = this.#decoders.get(client)
    if (known) return known
    const decoder = new Decoder()
    this.#decoders.set(client, decoder)
    return decoder
  }

  *#frames(packet: Packet): Generator<WebSocketData, void> {
    const frames = this.#encoder.encode(packet) as WebSocketData[]
    for (const frame of frames) yield typeof frame === 'string' ? MESSAGE + frame : frame
  }
}

function asMessage({ type, nsp, data, id }: Packet): SocketIoMessage | null {
  if (nsp !== MAIN_NAMESPACE) return null
  if (type === PacketType.CONNECT) return { kind: 'connect' }
  if (type === PacketType.DISCONNECT) return { kind: 'disconnect' }
  if (type !== PacketType.EVENT && type !== PacketType.BINARY_EVENT) return null
  const [event, ...args] = data as unknown[]
  return { kind: 'event', event: String(event), args, ack: id ?? null }
}

/** A connect packet is `/name,{…}`; the main namespace is omitted. */
function namespaceOf(packet: string): string {
  if (!packet.startsWith('/')) return MAIN_NAMESPACE
  const end = packet.indexOf(',')
  return end < 0 ? packet : packet.slice(0, end)
}

function sessionId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('')
}
