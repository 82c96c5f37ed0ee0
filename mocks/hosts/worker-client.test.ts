import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorkerClient } from './worker-client.ts'
import type { WorkerClient, PageSocket } from './worker-client.ts'
import { serveWorkerPort } from './worker-server.ts'
import type { WorkerServer } from './worker-server.ts'
import { anEchoCloud } from './testing/echo-cloud.ts'
import type { EchoCloud } from './testing/echo-cloud.ts'

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
    },
    answered,
    typed: () => {},
    leaving: () => {},
  })
  page = createWorkerClient(ports.port1)
})

afterEach(() => {
  worker.close()
  ports.port1.close()
})

const ask = (path: string, init?: RequestInit) =>
  page.handle(new Request(`https://api.flotilla.test${path}`, init))
const greeting = { configured: {}, linked: {}, lifeline: null }

test('a request arrives whole and its answer comes back whole', async () => {
  const response = await ask('/v7/device', {
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

test('an answer without a body has none', async () => {
  const response = await ask('/nothing')
  expect(response.status).toBe(204)
  expect(response.body).toBeNull()
})

test('a cloud that throws is a failed fetch, with its reason', async () => {
  await expect(ask('/broken')).rejects.toThrow(new TypeError('The simulated cloud failed: The cloud tripped'))
})

test('a dead network is a failed fetch, and the next request is answered', async () => {
  await expect(ask('/dead')).rejects.toBeInstanceOf(TypeError)
  expect((await ask('/fine')).status).toBe(200)
})

test('many requests at once get each their own answer', async () => {
  const paths = Array.from({ length: 50 }, (_, index) => `/thing/${index}`)
  const answers = await Promise.all(paths.map(async (path) => (await (await ask(path)).json()) as unknown))
  expect(answers).toEqual(paths.map((path) => expect.objectContaining({ path }) as unknown))
})

test('a stream that ends is read to its end', async () => {
  const response = await ask('/lines')
  expect(await response.text()).toBe('one\ntwo\nthree\n')
})

test('lines of a stream arrive as they are said, and cancelling it reaches the cloud', async () => {
  const response = await ask('/stream')
  const reader = linesOf(response)
  expect(await reader.read()).toEqual({ done: false, value: '{"line":1}\n' })
  cloud.say('{"line":2}')
  expect(await reader.read()).toEqual({ done: false, value: '{"line":2}\n' })

  await reader.cancel()
  await vi.waitFor(() => expect(cloud.streams).toEqual([{ cancelled: true, aborted: true }]))
})

test('aborting a request ends its stream in the cloud', async () => {
  const leaving = new AbortController()
  const response = await ask('/stream', { signal: leaving.signal })
  const reading = response.text()
  leaving.abort()
  await expect(reading).rejects.toThrow()
  await vi.waitFor(() => expect(cloud.streams[0]).toEqual({ cancelled: true, aborted: true }))
})

test('a request aborted before its answer rejects as fetch does', async () => {
  const leaving = new AbortController()
  const waiting = ask('/stream', { signal: leaving.signal })
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(cloud.streams.every((stream) => stream.cancelled)).toBe(true))
})

test('a page that goes leaves no stream and no terminal behind', async () => {
  await ask('/stream')
  page.connectTerminal(aSocket())
  await ask('/thing')
  page.bye()
  await vi.waitFor(() => {
    expect(cloud.streams[0]?.cancelled).toBe(true)
    expect(cloud.closedTerminals).toBe(1)
  })
})

test('a world that cannot be opened says why', async () => {
  await expect(page.hello({ ...greeting, linked: { scenario: 'nowhere' } })).rejects.toThrow(
    'There is no scenario called "nowhere"',
  )
})

test('a change of the world is told to the page until it stops listening', async () => {
  await page.hello(greeting)
  const heard = vi.fn()
  const stop = page.onWorldChange(heard)
  worker.post({ type: 'world-changed' })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  stop()
  worker.post({ type: 'world-changed' })
  await ask('/thing')
  expect(heard).toHaveBeenCalledOnce()
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

test('where streams cannot be transferred, they travel in pieces, and cancelling still reaches the cloud', async () => {
  ports.port1.postMessage({ type: 'hello', greeting, canReceiveStreams: false })
  expect(await (await ask('/lines')).text()).toBe('one\ntwo\nthree\n')

  const reader = linesOf(await ask('/stream'))
  expect(await reader.read()).toEqual({ done: false, value: '{"line":1}\n' })
  await reader.cancel()
  await vi.waitFor(() => expect(cloud.streams[0]).toEqual({ cancelled: true, aborted: true }))
})
