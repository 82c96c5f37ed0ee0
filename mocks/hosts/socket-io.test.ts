import { WebSocketInterceptor } from '@mswjs/interceptors/WebSocket'
import { InterceptorSource, defineNetwork } from 'msw/experimental'
import { ws } from 'msw/ws'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { SocketIo } from './socket-io.ts'
import type { SocketIoMessage } from './socket-io.ts'

const link = ws.link(/^wss:\/\/terminal\.flotilla\.test(?:\/|$)/, { extensions: [new SocketIo()] })
const received: SocketIoMessage[] = []
const closed = vi.fn()

const network = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new WebSocketInterceptor()] })],
  onUnhandledFrame: 'error',
  context: { quiet: true },
  handlers: [
    link.addEventListener('connection', ({ client }) => {
      client.addEventListener('close', closed)
      client.addEventListener('message', ({ data: message }) => {
        received.push(message)
        if (message.kind !== 'event') return
        if (message.event === 'hang up') return client.send({ kind: 'disconnect' })
        if (message.ack === null) client.send({ ...message, event: 'echo' })
        else client.send({ kind: 'ack', ack: message.ack, args: message.args })
      })
    }),
  ],
})

let client: typeof import('socket.io-client')

beforeAll(async () => {
  network.enable()
  // The client reads the WebSocket class only once, when it is loaded.
  client = await import('socket.io-client')
})
afterAll(() => network.disable())

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
  received.length = 0
  closed.mockClear()
})

function connect(namespace = ''): Socket {
  const socket = client.io(`wss://terminal.flotilla.test${namespace}`, {
    transports: [client.WebSocket],
    forceNew: true,
    reconnection: false,
  })
  open.push(socket)
  return socket
}

const next = (socket: Socket, event: string) =>
  new Promise<unknown[]>((resolve) => socket.once(event, (...args: unknown[]) => resolve(args)))

test('the real client connects and both sides exchange events, including those sent before the connection', async () => {
  const socket = connect()
  socket.emit('data', 'typed early', { cols: 80 })
  expect(await next(socket, 'echo')).toEqual(['typed early', { cols: 80 }])
  expect(socket.connected).toBe(true)
  expect(socket.id).toMatch(/^\d+$/)
  expect(received.map(({ kind }) => kind)).toEqual(['connect', 'event'])
})

test('the real client gets the acknowledgement of each event', async () => {
  const socket = connect()
  const answers = await Promise.all([
    socket.timeout(5_000).emitWithAck('data', 'one'),
    socket.timeout(5_000).emitWithAck('data', 'two'),
  ])
  expect(answers).toEqual(['one', 'two'])
})

test('binary data is sent in both directions, with text and in acknowledgements', async () => {
  const socket = connect()
  const bytes = new Uint8Array([0, 255, 13, 10])
  socket.emit('data', bytes, 'text')
  const [echoed, text] = await next(socket, 'echo')
  expect(text).toBe('text')
  expect(asBytes(echoed)).toEqual(bytes)
  expect(asBytes(await socket.timeout(5_000).emitWithAck('data', bytes))).toEqual(bytes)
})

test('the cloud and the client can disconnect', async () => {
  const socket = connect()
  socket.emit('hang up')
  const [reason] = await next(socket, 'disconnect')
  expect(reason).toBe('io server disconnect')

  const other = connect()
  await next(other, 'connect')
  other.disconnect()
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})

test('rejects an unknown namespace like the real server', async () => {
  const [error] = await next(connect('/elsewhere'), 'connect_error')
  expect(error).toMatchObject({ message: 'Invalid namespace' })
  expect(received).toEqual([])
})

function asBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw new Error(`Not bytes: ${String(value)}`)
}
