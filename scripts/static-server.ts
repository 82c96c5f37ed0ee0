import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** What must be as it is now: configuration is changed by hand, and the build time tells an open page that it is old. */
const NEVER_STORED = new Set(['/config.json', '/build-time.json'])

export interface StaticServerOptions {
  /** Absolute path of the built dashboard. */
  folder: string
  /** Answered as `/config.json` in place of the folder's own. */
  config?: string
}

function cacheRule(path: string): string {
  if (NEVER_STORED.has(path)) return 'no-store'
  // The bundler puts a hash of the content in these names.
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`)
}

/** The path below the folder, or undefined when it is malformed or would leave it. */
function requestedPath(url: string): string | undefined {
  try {
    const decoded = decodeURIComponent(new URL(url, 'http://static').pathname)
    return decoded.includes('\0') ? undefined : normalize(decoded).split(sep).join('/')
  } catch {
    return undefined
  }
}

async function fileAt(folder: string, path: string) {
  const file = join(folder, path)
  if (file !== folder && !file.startsWith(folder + sep)) return undefined
  const info = await stat(file).catch(() => undefined)
  return info?.isFile()
    ? { file, size: info.size, tag: `"${info.size.toString(36)}-${info.mtimeMs.toString(36)}"` }
    : undefined
}

/** Screens have addresses without files: a page that is asked for by such an address is the dashboard itself. */
function isScreen(path: string, request: IncomingMessage): boolean {
  if (path.startsWith('/assets/')) return false
  return extname(path) === '' || (request.headers.accept ?? '').includes('text/html')
}

async function answer(options: StaticServerOptions, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('x-content-type-options', 'nosniff')
  const { method = 'GET', url = '/' } = request
  if (method !== 'GET' && method !== 'HEAD') {
    refuse(response, 405, `${method} is not possible here`, { allow: 'GET, HEAD' })
    return
  }
  const path = requestedPath(url)
  if (path === undefined) {
    refuse(response, 400, 'This address is malformed')
    return
  }
  if (path === '/config.json' && options.config !== undefined) {
    response
      .writeHead(200, { 'content-type': TYPES['.json'], 'cache-control': 'no-store' })
      .end(method === 'HEAD' ? undefined : options.config)
    return
  }
  let served = path
  let found = await fileAt(options.folder, served)
  if (!found && isScreen(path, request)) {
    served = '/index.html'
    found = await fileAt(options.folder, served)
  }
  if (!found) {
    refuse(response, 404, `There is no ${path} here`, { 'cache-control': 'no-store' })
    return
  }
  const headers = { 'cache-control': cacheRule(served), etag: found.tag }
  if (request.headers['if-none-match'] === found.tag) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'content-type': TYPES[extname(served).toLowerCase()] ?? 'application/octet-stream',
    'content-length': found.size,
  })
  if (method === 'HEAD') {
    response.end()
    return
  }
  createReadStream(found.file)
    .on('error', (error) => response.destroy(error))
    .pipe(response)
}

/** Serves a built single-page application: its files, and `index.html` for the address of every screen. */
export function createStaticServer(options: StaticServerOptions): Server {
  return createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      process.stderr.write(`${request.method} ${request.url}: ${String(error)}\n`)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'This file could not be read')
    })
  })
}
