// Starts the generated configurations of nginx and Caddy, and the project's own server, and asks each the same.

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createStaticServer } from '../static-server.ts'
import { cacheRules } from './cache-rules.ts'
import { compressFolder } from './compression.ts'
import { readyFiles } from './ready-files.ts'
import { findServer, mimeTypes } from './web-servers.ts'

const outer = mkdtempSync(join(tmpdir(), 'flotilla-served-'))
const ends: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(outer, { recursive: true, force: true })
})

const CONFIG = { mode: 'live', apiUrl: 'https://api.example.com' }
const PAGE = `<!doctype html><title>Flotilla</title><p>${'A page. '.repeat(300)}</p>`
const SCRIPT = 'export const words = 1\n'.repeat(200)

/** A small build at this path below a document root. */
async function writeSite(base: string): Promise<string> {
  const site = mkdtempSync(join(outer, 'site-'))
  const files = {
    'index.html': PAGE,
    'config.json': JSON.stringify(CONFIG),
    'build-time.json': '{}',
    'icon.svg': '<svg/>',
    'world.schema.json': '{}',
    'mockServiceWorker.js': SCRIPT,
    'assets/main-a1b2.js': SCRIPT,
    'assets/main-a1b2.css': 'p { color: red }',
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(site, base, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
  }
  await compressFolder(join(site, base))
  return site
}

async function freePort(): Promise<number> {
  const probe = createSocket().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((closed) => void probe.close(closed))
  return typeof address === 'object' && address !== null ? address.port : 0
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString('latin1'),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** Resolves when the server answers; rejects with its output if it ends before. */
async function untilItAnswers(child: ChildProcess, port: number): Promise<void> {
  let output = ''
  let isOver = false
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (output += part.toString()))
  child.once('exit', () => (isOver = true))
  for (;;) {
    if (isOver) throw new Error(`The server ended:\n${output}`)
    const answered = await ask(port, '/').catch(() => undefined)
    if (answered !== undefined) return
    await new Promise((again) => void setImmediate(again))
  }
}

function started(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, { env: { ...process.env, ...env } })
  ends.push(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return child
}

const filesFor = (base: string, config: object = CONFIG) =>
  readyFiles(
    readConfig({
      file: JSON.stringify(config),
      fileName: 'config.json',
      pageUrl: new URL('https://d.example'),
    }),
    base,
  )

/** The frame that Debian has around the files of conf.d. */
const nginxFrame = (folder: string, server: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  include ${mimeTypes()};
  default_type application/octet-stream;
  access_log off;
  gzip on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${server};
}
`

/** Only what names this machine is replaced: port, host and document root. */
const here = (text: string, site: string, port: number) =>
  text
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('server_name dashboard.example.com;', 'server_name localhost;')
    .replace('dashboard.example.com {', `http://127.0.0.1:${port} {`)
    .replaceAll(/root (\* )?\/var\/www\/flotilla/g, `root $1${site}`)

async function startNginx(path: string, base: string, change = (text: string) => text): Promise<number> {
  const port = await freePort()
  const folder = mkdtempSync(join(outer, 'nginx-'))
  const server = join(folder, 'flotilla.conf')
  writeFileSync(server, here(change(filesFor(base)['nginx.conf'] ?? ''), await writeSite(base), port))
  writeFileSync(join(folder, 'nginx.conf'), nginxFrame(folder, server))
  await untilItAnswers(
    started(path, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]),
    port,
  )
  return port
}

async function startCaddy(path: string, base: string): Promise<number> {
  const port = await freePort()
  const folder = mkdtempSync(join(outer, 'caddy-'))
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, here(filesFor(base).Caddyfile ?? '', await writeSite(base), port))
  // Two tests on one machine must not share the address at which Caddy is administered.
  const env = { CADDY_ADMIN: `127.0.0.1:${await freePort()}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  await untilItAnswers(started(path, ['run', '--config', file, '--adapter', 'caddyfile'], env), port)
  return port
}

async function startOwn(base: string): Promise<number> {
  const server = createStaticServer({ folder: join(await writeSite(base), base).replace(/\/$/, ''), base })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const GZIP = { 'accept-encoding': 'gzip' }
const TLS = { 'x-forwarded-proto': 'https' }
const { revalidated: asked, never, forGood } = cacheRules

/** Path below the base, headers of the request, and the expected status and cache rule. */
const requests: readonly [
  string,
  Record<string, string>,
  number,
  string,
  ('page' | 'script' | 'packed' | 'other')?,
][] = [
  ['', HTML, 200, asked, 'page'],
  ['index.html', HTML, 200, asked, 'page'],
  ['', { ...HTML, ...GZIP }, 200, asked, 'packed'],
  ['fleets', HTML, 200, asked, 'page'],
  ['fleets/7/devices?page=2', HTML, 200, asked, 'page'],
  ['fleets/7/', HTML, 200, asked, 'page'],
  ['devices/0f1e', {}, 200, asked, 'page'],
  ['devices/a.b.c', HTML, 200, asked, 'page'],
  ['fleets', TLS, 200, asked, 'page'],
  ['config.json', {}, 200, never],
  ['config.json?now=1', {}, 200, never],
  ['build-time.json', {}, 200, never],
  ['icon.svg', {}, 200, asked],
  ['world.schema.json', {}, 200, asked],
  ['mockServiceWorker.js', {}, 200, asked, 'script'],
  ['assets/main-a1b2.js', {}, 200, forGood, 'script'],
  ['assets/main-a1b2.js', GZIP, 200, forGood, 'packed'],
  ['assets/main-a1b2.css', {}, 200, forGood],
  ['assets/main-gone.js', {}, 404, never],
  ['assets/main-gone.js', HTML, 404, never],
  ['assets/main-gone.js', TLS, 404, never],
  ['assets/', HTML, 404, never],
  ['gone.js', {}, 404, never],
  ['picture.png', { accept: 'image/*' }, 404, never],
]

const own = { name: 'the own server', start: startOwn }
const nginx = findServer('nginx')
const caddy = findServer('caddy')
const tested = [
  { name: 'nginx', start: (base: string) => startNginx(nginx ?? '', base), isThere: nginx !== undefined },
  { name: 'Caddy', start: (base: string) => startCaddy(caddy ?? '', base), isThere: caddy !== undefined },
  { ...own, isThere: true },
]
const cases = tested.flatMap((server) => ['/', '/demo/'].map((base) => ({ ...server, base })))

for (const { name, start, base, isThere } of cases)
  test.skipIf(!isThere)(`${name} serves the dashboard below ${base} [HOST-005]`, async () => {
    const port = await start(base)
    for (const [path, headers, status, cache, kind] of requests) {
      const said = `${base}${path} ${JSON.stringify(headers)}`
      const answer = await ask(port, `${base}${path}`, headers)
      expect({ status: answer.status, cache: answer.headers['cache-control'] }, said).toEqual({
        status,
        cache,
      })
      expect(answer.headers['x-content-type-options'], said).toBe('nosniff')
      expect(answer.headers['strict-transport-security'], said).toBe(
        headers === TLS ? 'max-age=31536000' : undefined,
      )
      if (kind === 'page') expect(answer.body, said).toBe(PAGE)
      if (kind === 'script') expect(answer.body, said).toBe(SCRIPT)
      if (kind === 'packed') expect(answer.headers['content-encoding'], said).toBe('gzip')
      if (kind !== undefined) expect(String(answer.headers.vary).toLowerCase(), said).toBe('accept-encoding')
      if (answer.status === 200 && !path.startsWith('assets/'))
        expect(answer.headers['content-security-policy'], said).toContain("frame-ancestors 'none'")
      if (kind === 'page') expect(answer.headers['content-type'], said).toMatch(/^text\/html; ?charset=utf-8/)
      if (kind === 'script')
        expect(answer.headers['content-type'], said).toMatch(/javascript; ?charset=utf-8/)
    }
    const { headers } = await ask(port, `${base}assets/main-a1b2.js`)
    const again = await ask(port, `${base}assets/main-a1b2.js`, { 'if-none-match': String(headers.etag) })
    expect([again.status, again.headers['cache-control']]).toEqual([304, forGood])
    expect((await ask(port, `${base}fleets`, HTML, 'POST')).status).toBe(405)
    expect((await ask(port, `${base}fleets`, HTML, 'HEAD')).status).toBe(200)
    if (base === '/') return
    for (const path of ['/', '/demo']) {
      const moved = await ask(port, path, HTML)
      expect([moved.status, moved.headers.location], path).toEqual([302, base])
    }
    expect((await ask(port, '/elsewhere', HTML)).status).toBe(404)
  })

test.skipIf(nginx === undefined)('nginx serves the API of a platform on the same origin', async () => {
  const api = createServer((asking, answer) =>
    answer.writeHead(200, { 'x-host': asking.headers.host }).end(asking.url),
  )
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  ends.push(() => void api.close())
  const address = api.address()
  const apiUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const snippet = join(outer, 'nginx-same-origin.conf')
  writeFileSync(snippet, filesFor('/', { mode: 'live', apiUrl })['nginx-same-origin.conf'] ?? '')
  const port = await startNginx(nginx ?? '', '/', (text) =>
    text.replace('# include /etc/nginx/snippets/nginx-same-origin.conf;', `include ${snippet};`),
  )
  const answer = await ask(port, '/v7/device?$top=1', TLS)
  expect([answer.status, answer.body]).toEqual([200, '/v7/device?$top=1'])
  expect(answer.headers['x-host']).toBe(new URL(apiUrl).host)
  expect(answer.headers['content-security-policy']).toBeUndefined()
  expect((await ask(port, '/fleets', HTML)).body).toBe(PAGE)
})
