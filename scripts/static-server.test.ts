import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressFolder } from './hosting/compression.ts'
import { createStaticServer, type StaticServerOptions } from './static-server.ts'

const outer = mkdtempSync(join(tmpdir(), 'flotilla-static-'))
const folder = join(outer, 'dist')
const servers: Server[] = []
const LONG = 'export const words = 1\n'.repeat(200)

function listen(options: Omit<StaticServerOptions, 'folder'> = {}): Promise<number> {
  const server = createStaticServer({ folder, ...options })
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

let port: number

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(outer, 'secret.txt'), 'kept from you')
  writeFileSync(join(folder, 'index.html'), '<h1>Flotilla</h1>')
  writeFileSync(join(folder, 'assets/packed-c3d4.js'), LONG)
  await compressFolder(folder)
  writeFileSync(join(folder, 'config.json'), '{"mode":"simulated"}')
  writeFileSync(join(folder, 'build-time.json'), '{}')
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/main-a1b2.js'), 'export {}')
  port = await listen()
})

afterAll(() => {
  for (const server of servers) server.close()
  rmSync(outer, { recursive: true, force: true })
})

/** Requests the path unchanged; fetch would normalize it. */
function get(path: string, options: { method?: string; headers?: Record<string, string>; at?: number } = {}) {
  return new Promise<{
    status: number
    type: string
    cache: string
    etag: string
    headers: IncomingHttpHeaders
    body: string
  }>((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port: options.at ?? port,
        path,
        method: options.method,
        headers: options.headers,
      },
      (response) => {
        const { headers, statusCode = 0 } = response
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        response.on('end', () =>
          resolve({
            status: statusCode,
            type: headers['content-type'] ?? '',
            cache: headers['cache-control'] ?? '',
            etag: headers.etag ?? '',
            headers,
            body,
          }),
        )
      },
    )
      .on('error', reject)
      .end()
  })
}

test.each([
  ['/', 'text/html; charset=utf-8', 'no-cache'],
  ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/icon.svg', 'image/svg+xml', 'no-cache'],
  ['/assets/main-a1b2.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/config.json', 'application/json; charset=utf-8', 'no-store'],
  ['/build-time.json?now', 'application/json; charset=utf-8', 'no-store'],
])('%s is served as %s', async (path, type, cache) => {
  expect(await get(path)).toMatchObject({ status: 200, type, cache })
})

test.each(['/fleets', '/fleets/12/devices?page=2', '/devices/0a1b/summary'])(
  'the screen %s is answered with index.html',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: '<h1>Flotilla</h1>', cache: 'no-cache' })
  },
)

test('a page address may contain a dot, but a missing script is not found', async () => {
  expect(await get('/fleets/v1.2', { headers: { accept: 'text/html,*/*' } })).toMatchObject({ status: 200 })
  expect(await get('/assets/main-0000.js', { headers: { accept: 'text/html' } })).toMatchObject({
    status: 404,
    cache: 'no-store',
  })
  expect(await get('/icon.png', { headers: { accept: 'image/*' } })).toMatchObject({ status: 404 })
})

test.each(['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt'])(
  '%s does not escape the folder',
  async (path) => {
    expect((await get(path)).body).not.toContain('kept from you')
  },
)

test('rejects a malformed address', async () => {
  expect(await get('/%zz')).toMatchObject({ status: 400 })
  expect(await get('/a%00b')).toMatchObject({ status: 400 })
})

test('does not allow writes', async () => {
  expect(await get('/config.json', { method: 'POST' })).toMatchObject({ status: 405 })
})

test('does not send unchanged files again', async () => {
  const { etag } = await get('/icon.svg')
  expect(await get('/icon.svg', { headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
    body: '',
  })
})

test('another configuration can replace the one in the build', async () => {
  const at = await listen({ config: '{"mode":"live"}' })
  expect(await get('/config.json', { at })).toMatchObject({ body: '{"mode":"live"}', cache: 'no-store' })
  expect(await get('/icon.svg', { at })).toMatchObject({ status: 200 })
})

test('sends a text file compressed as the client prefers, with an etag per encoding', async () => {
  const path = '/assets/packed-c3d4.js'
  const plain = await get(path)
  expect(plain).toMatchObject({ status: 200, body: LONG, type: 'text/javascript; charset=utf-8' })
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const tags = new Set([plain.etag])
  for (const name of ['br', 'gzip']) {
    const packed = await get(path, { headers: { 'accept-encoding': name } })
    expect(packed.headers).toMatchObject({ 'content-encoding': name, 'content-type': plain.type })
    expect(packed.cache).toBe('public, max-age=31536000, immutable')
    expect(Number(packed.headers['content-length'])).toBeLessThan(LONG.length / 10)
    expect(
      await get(path, { headers: { 'accept-encoding': name, 'if-none-match': packed.etag } }),
    ).toMatchObject({
      status: 304,
    })
    tags.add(packed.etag)
  }
  expect(tags.size).toBe(3)
})

test('a file edited after the build is not sent in its old compressed form', async () => {
  const path = join(folder, 'assets/packed-c3d4.js')
  const later = new Date(Date.now() + 60_000)
  utimesSync(path, later, later)
  const answer = await get('/assets/packed-c3d4.js', { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.body).toBe(LONG)
})

test('every response carries the policy of its configuration', async () => {
  const at = await listen({ config: '{"mode":"live","apiUrl":"https://api.platform.example"}' })
  for (const path of ['/', '/fleets', '/icon.svg', '/config.json', '/nothing.png']) {
    const { headers } = await get(path, { at })
    expect(headers['content-security-policy'], path).toContain(
      "connect-src 'self' https://api.platform.example",
    )
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    expect(headers['strict-transport-security'], path).toBeUndefined()
  }
  const { headers } = await get('/', { headers: { 'x-forwarded-proto': 'https' } })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-security-policy']).toContain('https://api.flotilla.test')
})

test('a hashed file of the page has no policy of its own; workers and documents have one', async () => {
  for (const name of ['part-a1b2.js', 'worker-a1b2.js', 'map-worker-a1b2.js', 'picture-a1b2.svg'])
    writeFileSync(join(folder, 'assets', name), '')
  const policyOf = async (path: string) => (await get(path)).headers['content-security-policy']
  expect(await policyOf('/assets/part-a1b2.js')).toBeUndefined()
  expect((await get('/assets/part-a1b2.js')).headers['x-content-type-options']).toBe('nosniff')
  for (const path of ['/assets/worker-a1b2.js', '/assets/map-worker-a1b2.js', '/assets/picture-a1b2.svg'])
    expect(await policyOf(path), path).toContain("default-src 'none'")
  const { headers } = await get('/assets/part-a1b2.js', { headers: { 'x-forwarded-proto': 'https' } })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

test('changes to config.json take effect immediately', async () => {
  const path = join(folder, 'config.json')
  writeFileSync(path, '{"mode":"live","apiUrl":"https://api.other-platform.example"}')
  expect((await get('/')).headers['content-security-policy']).toContain('https://api.other-platform.example')
  writeFileSync(path, '{"mode":"simulated"}')
})

test('preloads the first script and styles in a header', async () => {
  const page = join(folder, 'index.html')
  writeFileSync(
    page,
    '<script type="module" crossorigin src="/assets/main-a1b2.js"></script><link rel="stylesheet" crossorigin href="/assets/main-a1b2.css">',
  )
  expect((await get('/fleets')).headers['link']).toBe(
    '</assets/main-a1b2.js>; rel=modulepreload, </assets/main-a1b2.css>; rel=preload; as=style; crossorigin',
  )
})

test('with a base path, it only answers below it and redirects to it [HOST-004]', async () => {
  const at = await listen({ base: '/demo/', config: '{"mode":"simulated"}' })
  for (const path of ['/demo/', '/demo/fleets/12'])
    expect((await get(path, { at })).body).toContain('main-a1b2')
  expect(await get('/demo/assets/main-a1b2.js', { at })).toMatchObject({
    status: 200,
    cache: expect.stringContaining('immutable'),
  })
  expect((await get('/demo/config.json', { at })).body).toBe('{"mode":"simulated"}')
  for (const path of ['/', '/demo'])
    expect(await get(path, { at })).toMatchObject({ status: 302, headers: { location: '/demo/' } })
  for (const path of ['/fleets', '/config.json', '/demonstration', '/demo/../config.json'])
    expect((await get(path, { at })).status, path).toBe(404)
})
