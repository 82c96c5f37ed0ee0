import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('it listens on loopback at a free port', () => {
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('a request reaches the cloud whole and its answer comes back', async () => {
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

test('a client that goes away ends its stream in the cloud', async () => {
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

test('a cloud that throws is a 500 that pages may read, without a body, and the server goes on', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = await fetch(`${served.url}/broken`, { headers: { origin: 'http://127.0.0.1:5173' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:5173')
  expect([response.status, await response.text()]).toEqual([500, ''])
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
  expect((await fetch(`${served.url}/fine`)).status).toBe(200)
})

test('a dead network is a connection that ends without an answer, told nowhere', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetch(`${served.url}/dead`)).rejects.toBeInstanceOf(TypeError)
  await expect(fetch(`${served.url}/dead`, { method: 'POST', body: 'x' })).rejects.toBeInstanceOf(TypeError)
  const { port } = new URL(served.url)
  const heard = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET /dead HTTP/1.1\r\nHost: a\r\n\r\n'),
    )
    socket.on('data', (data) => (text += data.toString()))
    socket.on('close', () => resolve(text))
  })
  expect(heard).toBe('')
  expect(complaint).not.toHaveBeenCalled()
  complaint.mockRestore()
  expect((await fetch(`${served.url}/fine`)).status).toBe(200)
})

test('a HEAD request gets the head alone', async () => {
  const response = await fetch(`${served.url}/stream`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
  await vi.waitFor(() => expect(cloud.streams[0]?.cancelled).toBe(true))
})

test('a nonsensical Host header is a bad request', async () => {
  const { port } = new URL(served.url)
  const reply = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'),
    )
    socket.once('data', (data) => resolve(data.toString()))
  })
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
})

test('a busy port is refused', async () => {
  const port = Number(new URL(served.url).port)
  await expect(serveCloud({ cloud, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('terminals are real Socket.IO at the same port', async () => {
  const socket = io(served.url, { transports: ['websocket'], forceNew: true })
  const echoed = new Promise((resolve) => socket.once('data', resolve))
  socket.emit('data', 'ls')
  expect(await echoed).toBe('ls')
  expect(await socket.timeout(5_000).emitWithAck('count', new Uint8Array([1, 2, 3]))).toBe(3)
  socket.disconnect()
  await vi.waitFor(() => expect(cloud.closedTerminals).toBe(1))
})

test('only this machine may control the world, unless it is opened for others', async () => {
  const through = { headers: { 'x-forwarded-for': '203.0.113.7' } }
  expect((await fetch(`${served.url}/__flotilla/state`)).status).not.toBe(403)
  const refused = await fetch(`${served.url}/__flotilla/reset`, { method: 'POST', ...through })
  expect([refused.status, await refused.json()]).toEqual([403, expect.stringContaining('--open-control')])
  expect((await fetch(`${served.url}/__flotilla/sign-in/github`, through)).status).not.toBe(403)
  const open = await serveCloud({ cloud, openControl: true })
  expect((await fetch(`${open.url}/__flotilla/state`, through)).status).not.toBe(403)
  await open.close()
})

test('an answer that is there in whole tells its length, to HEAD too, and a text of other letters is counted in bytes', async () => {
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
