import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anEchoCloud } from './testing/echo-cloud.ts'
import type { EchoCloud } from './testing/echo-cloud.ts'
import { createWorkerClient } from './worker-client.ts'
import type { WorkerClient, PageSocket } from './worker-client.ts'
import { canTransferStreams } from './worker-messages.ts'
import { serveWorkerPort } from './worker-server.ts'
import type { WorkerServer } from './worker-server.ts'

let cloud: EchoCloud
let page: WorkerClient
let worker: WorkerServer
let ports: MessageChannel
const answered = vi.fn()

beforeEach(() => {
  cloud = anEchoCloud()
  ports = new MessageChannel()
  answered.mockReset()
  worker = serveWorkerPort({
    port: ports.port2,
    cloud: async () => cloud,
    greeted: async ({ linked }) => {
      if (linked.scenario === 'nowhere') throw new Error('There is no scenario called "nowhere"')
      return null
    },
    answered,
    typed: () => {},
    leaving: () => {},
    left: () => {},
  })
  page = createWorkerClient(ports.port1)
})

afterEach(() => {
  worker.close()
  ports.port1.close()
})

const send = (path: string, init?: RequestInit) =>
  page.handle(new Request(`https://api.flotilla.test${path}`, init))
const greeting = { configured: {}, linked: {}, lifeline: null }

test('transfers complete requests and responses', async () => {
  const response = await send('/v7/device', {
    method: 'POST',
    headers: { authorization: 'Bearer abc' },
    body: '{"a":"ü"}',
  })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-echo')).toBe('yes')
  expect(await response.json()).toEqual({
    method: 'POST',
    path: '/v7/device',
    token: 'Bearer abc',
    body: '{"a":"ü"}',
  })
  expect(answered).toHaveBeenCalledOnce()
})

test('transfers a response without a body', async () => {
  const response = await send('/nothing')
  expect(response.status).toBe(204)
  expect(response.body).toBeNull()
})

test('rejects like fetch with the reason when the cloud throws', async () => {
  await expect(send('/broken')).rejects.toThrow(
    new TypeError('The simulated cloud failed: The cloud tripped'),
  )
})

test('rejects like fetch on a simulated network failure, and handles the next request', async () => {
  await expect(send('/dead')).rejects.toBeInstanceOf(TypeError)
  expect((await send('/fine')).status).toBe(200)
})

test('assigns the responses of many parallel requests correctly', async () => {
  const paths = Array.from({ length: 50 }, (_, index) => `/thing/${index}`)
  const answers = await Promise.all(paths.map(async (path) => (await (await send(path)).json()) as unknown))
  expect(answers).toEqual(paths.map((path) => expect.objectContaining({ path }) as unknown))
})

test('reads a finite stream to its end', async () => {
  const response = await send('/lines')
  expect(await response.text()).toBe('one\ntwo\nthree\n')
})

test('receives lines of a stream immediately, and cancelling it reaches the cloud', async () => {
  const response = await send('/stream')
  const reader = linesOf(response)
  expect(await reader.read()).toEqual({ done: false, value: '{"line":1}\n' })
  cloud.say('{"line":2}')
  expect(await reader.read()).toEqual({ done: false, value: '{"line":2}\n' })

  await reader.cancel()
  await vi.waitFor(() => expect(cloud.streams).toEqual([{ cancelled: true, aborted: true }]))
})

test('aborting a request ends its stream in the cloud', async () => {
  const leaving = new AbortController()
  const response = await send('/stream', { signal: leaving.signal })
  const reading = response.text()
  leaving.abort()
  await expect(reading).rejects.toThrow()
  await vi.waitFor(() => expect(cloud.streams[0]).toEqual({ cancelled: true, aborted: true }))
})

test('a request aborted before its response rejects like fetch', async () => {
  const leaving = new AbortController()
  const waiting = send('/stream', { signal: leaving.signal })
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(cloud.streams.every((stream) => stream.cancelled)).toBe(true))
})

test('closing a page ends its streams and terminals', async () => {
  await send('/stream')
  page.connectTerminal(aSocket())
  await send('/thing')
  page.bye()
  await vi.waitFor(() => {
    expect(cloud.streams[0]?.cancelled).toBe(true)
    expect(cloud.closedTerminals).toBe(1)
  })
})

test('rejects with the reason when the world cannot be opened', async () => {
  await expect(page.hello({ ...greeting, linked: { scenario: 'nowhere' } })).rejects.toThrow(
    'There is no scenario called "nowhere"',
  )
})

test('notifies the page of changes of the world until it unsubscribes', async () => {
  await page.hello(greeting)
  const listener = vi.fn()
  const stop = page.onWorldChange(listener)
  worker.post({ type: 'world-changed' })
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce())
  stop()
  worker.post({ type: 'world-changed' })
  await send('/thing')
  expect(listener).toHaveBeenCalledOnce()
})

test('a terminal echoes, acknowledges bytes, and closes from either end', async () => {
  const socket = aSocket()
  page.connectTerminal(socket)
  socket.type('data', ['ls'])
  await vi.waitFor(() => expect(socket.received).toEqual([['data', ['ls']]]))

  const count = await new Promise((reply) => socket.type('count', [new Uint8Array([1, 2, 3])], reply))
  expect(count).toEqual([3])

  socket.type('exit', [])
  await vi.waitFor(() => expect(socket.closed).toBe(true))
  expect(cloud.closedTerminals).toBe(1)

  const other = aSocket()
  page.connectTerminal(other)
  other.hangUp()
  await vi.waitFor(() => expect(cloud.closedTerminals).toBe(2))
})

function linesOf({ body }: Response): ReadableStreamDefaultReader<string> {
  if (body === null) throw new Error('No body')
  return body.pipeThrough(new TextDecoderStream()).getReader()
}

function aSocket() {
  type Handler = Parameters<PageSocket['onEvent']>[0]
  const handlers: Handler[] = []
  const closers: (() => void)[] = []
  return {
    received: [] as [string, unknown[]][],
    closed: false,
    type(event: string, args: unknown[], reply: ((args: unknown[]) => void) | null = null) {
      for (const handler of handlers) handler(event, args, reply)
    },
    hangUp() {
      for (const closer of closers) closer()
    },
    emit(event: string, args: unknown[]) {
      this.received.push([event, args])
    },
    onEvent: (handler: Handler) => void handlers.push(handler),
    onClose: (closer: () => void) => void closers.push(closer),
    close() {
      this.closed = true
    },
  }
}

test('a body is read on request: a slow reader holds the cloud up, and nothing is lost or mixed up', async () => {
  const [one, other] = await Promise.all([send('/numbers'), send('/numbers')])
  await send('/thing')
  expect(cloud.numbersRead).toBeLessThanOrEqual(2)

  const expected = Array.from({ length: 100 }, (_, index) => `${index}\n`).join('')
  expect(await Promise.all([one.text(), other.text()])).toEqual([expected, expected])
})

test('an error in the middle of a body reaches the reader with its reason', async () => {
  const reader = linesOf(await send('/breaks'))
  expect(await reader.read()).toEqual({ done: false, value: '0\n' })
  await expect(reader.read()).rejects.toThrow('The simulated cloud failed: The cloud tripped')
  expect((await send('/fine')).status).toBe(200)
})

test('streams work where they can be neither transferred nor iterated, as in WebKit', async () => {
  const iterator = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator)
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
  const transferring = vi.spyOn(MessagePort.prototype, 'postMessage').mockImplementation(refusingStreams)
  try {
    expect(canTransferStreams()).toBe(false)
    expect(await (await send('/lines')).text()).toBe('one\ntwo\nthree\n')

    const reader = linesOf(await send('/stream'))
    expect(await reader.read()).toEqual({ done: false, value: '{"line":1}\n' })
    cloud.say('{"line":2}')
    expect(await reader.read()).toEqual({ done: false, value: '{"line":2}\n' })
    await reader.cancel()
    await vi.waitFor(() => expect(cloud.streams[0]).toEqual({ cancelled: true, aborted: true }))
  } finally {
    transferring.mockRestore()
    if (iterator) Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, iterator)
  }
})

const postMessage: (this: MessagePort, message: unknown, transfer: Transferable[]) => void =
  MessagePort.prototype.postMessage

/** Like WebKit, which can transfer neither a stream nor what holds one. */
function refusingStreams(
  this: MessagePort,
  message: unknown,
  options: Transferable[] | StructuredSerializeOptions = [],
): void {
  const transfer = Array.isArray(options) ? options : (options.transfer ?? [])
  if (transfer.some((each) => each instanceof ReadableStream))
    throw new DOMException('The object can not be cloned.', 'DataCloneError')
  postMessage.call(this, message, transfer)
}
