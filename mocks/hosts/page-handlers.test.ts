import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { InterceptorSource, defineNetwork } from 'msw/experimental'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestCloud } from './node.ts'
import { requestHandlers, streamingPastServiceWorker } from './page-handlers.ts'
import { createWorkerClient } from './worker-client.ts'
import { serveWorkerPort } from './worker-server.ts'

const API = 'https://api.flotilla.test'

const world = createTestCloud()
const ports = new MessageChannel()
const worker = serveWorkerPort({
  port: ports.port2,
  cloud: async () => world.cloud,
  greeted: async () => null,
  answered: async () => {},
  typed: () => {},
  leaving: () => {},
  left: () => {},
})
const page = createWorkerClient(ports.port1)
const network = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new FetchInterceptor()] })],
  handlers: requestHandlers(page, {
    apiUrl: API,
    actionsUrl: API,
    builderUrl: 'https://builder.flotilla.test',
  }),
  onUnhandledFrame: 'error',
  context: { quiet: true },
})

beforeAll(() => network.enable())
afterAll(() => {
  network.disable()
  worker.close()
  ports.port1.close()
  world.dispose()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.request('/__flotilla/faults', { method: 'DELETE' })
})

const addFault = (body: Record<string, unknown>) =>
  world.request('/__flotilla/faults', { method: 'POST', body })

test('requests of a page are handled by the cloud behind the port', async () => {
  const response = await fetch(`${API}/ping`)
  expect([response.status, await response.text()]).toEqual([200, 'OK'])
})

test.each(['GET', 'POST'])(
  'a simulated network failure rejects a %s of the page like fetch without a network',
  async (method) => {
    await addFault({ route: `${method} *`, kind: 'network', times: 1 })
    await expect(fetch(`${API}/ping`, { method })).rejects.toBeInstanceOf(TypeError)
    expect((await fetch(`${API}/ping`, { method })).status).toBe(200)
  },
)

test('an aborted request of the page rejects like an aborted fetch', async () => {
  await addFault({ route: 'GET /ping', kind: 'latency', ms: 600_000 })
  const leaving = new AbortController()
  const waiting = fetch(`${API}/ping`, { signal: leaving.signal })
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

test('requests to reserved names that the cloud does not serve never reach the network', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = await fetch('https://registry.flotilla.test/v2/')
  expect(response.status).toBe(501)
  expect(await response.text()).toBe(
    'GET https://registry.flotilla.test/v2/ was refused: no part of the simulated cloud answers there.',
  )
  expect(complaint).toHaveBeenCalledOnce()
})

test('only streams bypass the service worker, and aborting one ends it in the cloud', async () => {
  const usual = vi.fn(async () => new Response('through the service worker'))
  const handled = vi.spyOn(page, 'handle')
  const send = streamingPastServiceWorker(page, { apiUrl: API }, usual)
  const [device] = await world.rows('/v7/device?$select=uuid&$top=1', 'ada')
  const logs = `${API}/device/v2/${String(device?.['uuid'])}/logs?count=5`
  const headers = { authorization: `Bearer ${await world.token('ada')}` }

  for (const other of [new URL(logs), 'https://elsewhere.example/?stream=1'])
    expect(await (await send(other, { headers })).text()).toBe('through the service worker')
  expect(handled).not.toHaveBeenCalled()

  const leaving = new AbortController()
  const response = await send(`${logs}&stream=1`, { headers, signal: leaving.signal })
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(100)
  await reader?.cancel()
  leaving.abort()
  expect([usual.mock.calls.length, handled.mock.calls.length]).toEqual([2, 1])
})
