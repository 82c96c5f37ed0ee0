import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStaticServer } from './static-server.ts'

const outer = mkdtempSync(join(tmpdir(), 'flotilla-static-'))
const folder = join(outer, 'dist')
const servers: Server[] = []

function listen(config?: string): Promise<number> {
  const server = createStaticServer({ folder, ...(config === undefined ? {} : { config }) })
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

/** Sends the path as it is written; fetch would tidy it first. */
function get(path: string, options: { method?: string; headers?: Record<string, string>; at?: number } = {}) {
  return new Promise<{ status: number; type: string; cache: string; etag: string; body: string }>(
    (resolve, reject) => {
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
              body,
            }),
          )
        },
      )
        .on('error', reject)
        .end()
    },
  )
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
  'the screen %s is the dashboard itself',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: '<h1>Flotilla</h1>', cache: 'no-cache' })
  },
)

test('a person may open an address with a dot in it; a script that is gone stays gone', async () => {
  expect(await get('/fleets/v1.2', { headers: { accept: 'text/html,*/*' } })).toMatchObject({ status: 200 })
  expect(await get('/assets/main-0000.js', { headers: { accept: 'text/html' } })).toMatchObject({
    status: 404,
    cache: 'no-store',
  })
  expect(await get('/icon.png', { headers: { accept: 'image/*' } })).toMatchObject({ status: 404 })
})

test.each(['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt'])(
  '%s does not leave the folder',
  async (path) => {
    expect((await get(path)).body).not.toContain('kept from you')
  },
)

test('a malformed address is refused', async () => {
  expect(await get('/%zz')).toMatchObject({ status: 400 })
  expect(await get('/a%00b')).toMatchObject({ status: 400 })
})

test('nothing can be written', async () => {
  expect(await get('/config.json', { method: 'POST' })).toMatchObject({ status: 405 })
})

test('what has not changed is not sent again', async () => {
  const { etag } = await get('/icon.svg')
  expect(await get('/icon.svg', { headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
    body: '',
  })
})

test('another configuration can stand in for the one in the build', async () => {
  const at = await listen('{"mode":"live"}')
  expect(await get('/config.json', { at })).toMatchObject({ body: '{"mode":"live"}', cache: 'no-store' })
  expect(await get('/icon.svg', { at })).toMatchObject({ status: 200 })
})
