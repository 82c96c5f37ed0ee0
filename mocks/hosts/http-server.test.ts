import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpError } from '../base/http-error.ts'
import { bodyText } from '../http/body-text.ts'
import { respond } from '../http/responses.ts'
import { serveCloud } from './http-server.ts'
import type { ServedCloud } from './http-server.ts'
import { anEchoCloud } from './testing/echo-cloud.ts'
import type { EchoCloud } from './testing/echo-cloud.ts'

let cloud: EchoCloud
let served: ServedCloud

beforeEach(async () => {
  cloud = anEchoCloud()
  served = await serveCloud({ cloud })
})
afterEach(() => served.close())

test('listens on loopback at a free port', () => {
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('passes the complete request to the cloud and returns its response', async () => {
  const response = await fetch(`${served.url}/v7/device?$select=id`, {
    method: 'POST',
    headers: { authorization: 'Bearer abc' },
    body: 'x'.repeat(200_000),
  })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-echo')).toBe('yes')
  expect(await response.json()).toEqual({
    method: 'POST',
    path: '/v7/device',
    token: 'Bearer abc',
    body: 'x'.repeat(200_000),
  })
})

test('a proxy on this machine says by which address the client came, and a public address overrides it', async () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.desk.example, inner.example' }
  const addresses: string[] = []
  const listening = {
    ...cloud,
    handle(request: Request) {
      addresses.push(request.url)
      return cloud.handle(request)
    },
  }
  for (const options of [{}, { publicUrl: 'https://public.example' }]) {
    const one = await serveCloud({ cloud: listening, ...options })
    await fetch(`${one.url}/v7/device`, { headers })
    await one.close()
  }
  expect(addresses).toEqual(['https://api.desk.example/v7/device', 'https://public.example/v7/device'])
})

test('ends a stream in the cloud when the client disconnects', async () => {
  const leaving = new AbortController()
  const response = await fetch(`${served.url}/stream`, { signal: leaving.signal })
  if (response.body === null) throw new Error('No body')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader.read()).toEqual({ done: false, value: '{"line":1}\n' })
  cloud.say('{"line":2}')
  expect(await reader.read()).toEqual({ done: false, value: '{"line":2}\n' })

  leaving.abort()
  await vi.waitFor(() => expect(cloud.streams).toEqual([{ cancelled: true, aborted: true }]))
})

test('returns 500 with CORS headers and an empty body when the cloud throws, and keeps running', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = await fetch(`${served.url}/broken`, { headers: { origin: 'http://127.0.0.1:5173' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:5173')
  expect([response.status, await response.text()]).toEqual([500, ''])
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
  expect((await fetch(`${served.url}/fine`)).status).toBe(200)
})

test('closes the connection without a response or a report on a simulated network failure', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetch(`${served.url}/dead`)).rejects.toBeInstanceOf(TypeError)
  await expect(fetch(`${served.url}/dead`, { method: 'POST', body: 'x' })).rejects.toBeInstanceOf(TypeError)
  const { port } = new URL(served.url)
  const received = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET /dead HTTP/1.1\r\nHost: a\r\n\r\n'),
    )
    socket.on('data', (data) => (text += data.toString()))
    socket.on('close', () => resolve(text))
  })
  expect(received).toBe('')
  expect(complaint).not.toHaveBeenCalled()
  complaint.mockRestore()
  expect((await fetch(`${served.url}/fine`)).status).toBe(200)
})

test('responds to a HEAD request with headers only', async () => {
  const response = await fetch(`${served.url}/stream`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
  await vi.waitFor(() => expect(cloud.streams[0]?.cancelled).toBe(true))
})

test('rejects an invalid Host header', async () => {
  const { port } = new URL(served.url)
  const reply = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'),
    )
    socket.once('data', (data) => resolve(data.toString()))
  })
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
})

test('rejects a port that is in use', async () => {
  const port = Number(new URL(served.url).port)
  await expect(serveCloud({ cloud, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('serves terminals over Socket.IO on the same port', async () => {
  const socket = io(served.url, { transports: ['websocket'], forceNew: true })
  const echoed = new Promise((resolve) => socket.once('data', resolve))
  socket.emit('data', 'ls')
  expect(await echoed).toBe('ls')
  expect(await socket.timeout(5_000).emitWithAck('count', new Uint8Array([1, 2, 3]))).toBe(3)
  socket.disconnect()
  await vi.waitFor(() => expect(cloud.closedTerminals).toBe(1))
})

test('allows control requests only from this machine, unless opened for others', async () => {
  const through = { headers: { 'x-forwarded-for': '203.0.113.7' } }
  expect((await fetch(`${served.url}/__flotilla/state`)).status).not.toBe(403)
  const rejected = await fetch(`${served.url}/__flotilla/reset`, { method: 'POST', ...through })
  expect([rejected.status, await rejected.json()]).toEqual([403, expect.stringContaining('--open-control')])
  expect((await fetch(`${served.url}/__flotilla/sign-in/github`, through)).status).not.toBe(403)
  const open = await serveCloud({ cloud, openControl: true })
  expect((await fetch(`${open.url}/__flotilla/state`, through)).status).not.toBe(403)
  await open.close()
})

test('sends the length of a complete body in bytes, also for HEAD', async () => {
  await served.close()
  const answered = respond(new Request('http://localhost/'), { kind: 'json', status: 200, json: 'Kühlhaus' })
  served = await serveCloud({ cloud: { ...cloud, handle: () => Promise.resolve(answered) } })
  const response = await fetch(served.url)
  expect(response.headers.get('content-length')).toBe('11')
  expect(await response.text()).toBe('"Kühlhaus"')
  const head = await fetch(served.url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('11')
  expect(await head.text()).toBe('')
})

const raw = (lines: readonly string[]) =>
  new Promise<number>((resolve) => {
    const { port } = new URL(served.url)
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`),
    )
    socket.once('data', (data) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1]))
      socket.destroy()
    })
    socket.on('error', () => {})
  })
const control = (host: string, origin?: string, path = '/__flotilla/reset') =>
  raw([
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Length: 0',
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
  ])

test.each([
  ['127.0.0.1:8090', undefined, true],
  ['localhost:8090', undefined, true],
  ['world.localhost', 'http://world.localhost:5173', true],
  ['[::1]:8090', 'http://[::1]:5173', true],
  ['192.168.1.5:8090', 'http://127.0.0.1:5173', true],
  ['127.0.0.1:8090', 'https://localhost:5173', true],
  ['127.0.0.1:8090', 'https://evil.example', false],
  ['127.0.0.1:8090', 'null', false],
  ['127.0.0.1:8090', 'http://localhost.evil.example', false],
  ['127.0.0.1:8090', 'http://127.0.0.1.evil.example', false],
  ['127.0.0.1:8090', 'http://notlocalhost', false],
  ['evil.example:8090', undefined, false],
  ['evil.example', 'http://evil.example', false],
  ['127.0.0.1.evil.example', undefined, false],
])('control by the name %s from a page of %s: allowed %s', async (host, origin, isAllowed) => {
  expect((await control(host, origin)) !== 403).toBe(isAllowed)
})

test('a control path that is written otherwise is refused as well, and preflights of other origins too', async () => {
  expect(await control('evil.example', undefined, '/%5F_flotilla/reset')).toBe(403)
  expect(
    await raw(['OPTIONS /__flotilla/reset HTTP/1.1', 'Host: 127.0.0.1', 'Origin: https://evil.example']),
  ).toBe(403)
})

test.each([
  '/x/../__flotilla/reset',
  '/./__flotilla/reset',
  '/%2e/__flotilla/reset',
  '/x/%2E%2e/__flotilla/reset',
  String.raw`/x\..\__flotilla/reset`,
  String.raw`/\..\__flotilla/reset`,
  '/__flotilla/sign-in/../reset',
  '/__flotilla/sign-in/%2e%2e/reset',
  String.raw`/__flotilla/sign-in/..\reset`,
  '/__flotilla/support-portal/../reset',
  '/__flotilla/ready/..//reset',
  '/__flotilla/sign-in/%2e%2e%2freset',
  '/%5f%5fflotilla/reset',
  '/__flotilla/reset#/__flotilla/sign-in/',
  '/__flotilla/devices/x%2f..%2f..%2fsign-in%2fgithub',
  '/__flotilla/%2e%2e%2f%5f%5fflotilla%2fready',
])('the control path %s is refused however it is written', async (path) => {
  expect(await control('evil.example', undefined, path)).toBe(403)
  expect(await control('127.0.0.1', 'https://evil.example', path)).toBe(403)
})

test('what the platform itself offers is open to all pages: the API, sign-in pages and the support portal', async () => {
  expect(await control('api.example', 'https://evil.example', '/v7/device')).not.toBe(403)
  expect(await control('127.0.0.1', 'null', '/__flotilla/support-portal')).not.toBe(403)
  expect(await control('127.0.0.1', 'https://other.example', '/__flotilla/sign-in/github')).not.toBe(403)
})

test('the name of --host and an origin of --control-origin are allowed', async () => {
  await served.close()
  served = await serveCloud({ cloud, host: 'localhost', controlOrigins: ['https://demo.example'] })
  const { port } = new URL(served.url)
  const status = async (origin: string) =>
    (await fetch(`http://localhost:${port}/__flotilla/state`, { headers: { origin } })).status
  expect(await status('https://demo.example')).not.toBe(403)
  expect(await status('https://demo.example.evil')).toBe(403)
})

test('a body that is too long is refused before it is read', async () => {
  const head = (type: string, length: number) => [
    'POST /v7/device HTTP/1.1',
    'Host: 127.0.0.1',
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ]
  // Nothing of it is sent.
  expect(await raw(head('application/json', 60_000_000))).toBe(413)
  expect(await raw(head('application/x-www-form-urlencoded', 1_000_001))).toBe(413)
  expect(await raw(head('application/octet-stream', 70_000_000))).toBe(413)
})

test('a compressed body that cannot be read, or that is too long, is answered while the rest still arrives', async () => {
  await served.close()
  const read = (request: Request) =>
    bodyText(request).then(
      () => new Response(),
      (error: unknown) => {
        if (!(error instanceof HttpError)) throw error
        return new Response(String(error.body), { status: error.status })
      },
    )
  served = await serveCloud({ cloud: { ...cloud, handle: read } })
  const random = randomBytes(1_400_000)
  const ask = async (body: Buffer<ArrayBuffer>) => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' }
    const response = await fetch(served.url, { method: 'POST', headers, body })
    return [response.status, await response.text()]
  }
  expect(await ask(random)).toEqual([400, expect.stringContaining('Bad Request')])
  expect(await ask(gzipSync(random))).toEqual([413, expect.stringContaining('Payload Too Large')])
})

test('whether a world is open is answered to everybody, and what controls it is not', async () => {
  const forwarded = { headers: { 'x-forwarded-for': '192.0.2.7' } }
  for (const path of ['ready', 'external-devices'])
    expect((await fetch(`${served.url}/__flotilla/${path}`, forwarded)).status, path).not.toBe(403)
  for (const path of ['state', 'ready/../state', 'readyish'])
    expect((await fetch(`${served.url}/__flotilla/${path}`, forwarded)).status, path).toBe(403)
})
