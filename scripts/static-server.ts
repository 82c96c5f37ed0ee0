import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { TLSSocket } from 'node:tls'
import { cacheRule, HASHED } from './hosting/cache-rules.ts'
import { accepted } from './hosting/compression.ts'
import { configIn, fileHeaders, securityHeaders, transportSecurity } from './hosting/security-headers.ts'

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
  '.yaml': 'application/yaml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

export interface StaticServerOptions {
  /** Absolute path of the built dashboard. */
  folder: string
  /** Served as `/config.json` instead of the file in the folder. */
  config?: string
  /** Served as `/world.yaml`. */
  world?: string
  /** The path it is served below, with a slash at both ends. */
  base?: string
}

function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`)
}

/** The path below the folder; undefined if it is malformed or would leave the folder. */
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
    ? {
        file,
        size: info.size,
        at: info.mtimeMs,
        tag: `${info.size.toString(36)}-${info.mtimeMs.toString(36)}`,
      }
    : undefined
}

type Found = NonNullable<Awaited<ReturnType<typeof fileAt>>>

/** The compressed variant of a file, in an encoding that the client accepts; undefined without one. */
async function packed(found: Found, request: IncomingMessage) {
  for (const { name, suffix } of accepted(request.headers['accept-encoding'])) {
    const info = await stat(`${found.file}${suffix}`).catch(() => undefined)
    // A variant older than its file is outdated: the file was edited after the build.
    if (info?.isFile() && info.mtimeMs >= found.at)
      return { file: `${found.file}${suffix}`, size: info.size, tag: `${found.tag}-${name}`, encoding: name }
  }
  return undefined
}

const isSecure = ({ socket, headers }: IncomingMessage) =>
  socket instanceof TLSSocket || headers['x-forwarded-proto'] === 'https'

/** Preloads a page's first script and styles with a header, so that they are requested before the page is parsed. */
function preloads(page: string): string {
  const scripts = [...page.matchAll(/<script type="module"[^>]*? src="([^"]+)"/g)]
  const styles = [...page.matchAll(/<link rel="stylesheet"[^>]*? href="([^"]+)"/g)]
  return [
    ...scripts.map(([, path]) => `<${path}>; rel=modulepreload`),
    ...styles.map(([, path]) => `<${path}>; rel=preload; as=style; crossorigin`),
  ].join(', ')
}

/** Caches what is made from a file that may change while the server runs. */
function cached<Made>(make: (text: string) => Made) {
  let known: { tag: string; made: Made } | undefined
  return async (found: Found): Promise<Made> => {
    if (known?.tag !== found.tag) known = { tag: found.tag, made: make(await readFile(found.file, 'utf8')) }
    return known.made
  }
}

interface Site extends StaticServerOptions {
  linksOf: (page: Found) => Promise<string>
  /** `path` is relative to the base; undefined for requests outside of it. */
  headers: (request: IncomingMessage, path: string | undefined) => Promise<Record<string, string>>
}

/**
 * Files that are only loaded by a page, whose policy applies to them: without 1 kB of headers for each of twenty files the
 * first screen is faster on a slow connection. Workers are excluded: the policy of a worker is that of its script.
 */
const isPartOfPage = (path: string) =>
  path.startsWith(HASHED) && /\.(?:js|css|woff2)$/.test(path) && !/worker/i.test(path)

function siteOf(options: StaticServerOptions): Site {
  const headersFor = (text: string | null) =>
    securityHeaders(configIn(text, new URL('http://dashboard.invalid')))
  const fixed = options.config === undefined ? undefined : headersFor(options.config)
  const ofFile = cached(headersFor)
  return {
    ...options,
    linksOf: cached(preloads),
    async headers(request, path) {
      const transport = isSecure(request) ? transportSecurity : {}
      if (path !== undefined && isPartOfPage(path)) return { ...fileHeaders, ...transport }
      const file = fixed === undefined ? await fileAt(options.folder, '/config.json') : undefined
      return {
        ...(fixed ?? (file === undefined ? headersFor(null) : await ofFile(file))),
        ...transport,
      }
    },
  }
}

/** Screens have addresses without files, which are answered with `index.html`. */
function isScreen(path: string, request: IncomingMessage): boolean {
  if (path.startsWith(HASHED)) return false
  return extname(path) === '' || (request.headers.accept ?? '').includes('text/html')
}

async function answer(options: Site, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '/' } = request
  const { base = '/' } = options
  const requested = requestedPath(url)
  const path = requested?.startsWith(base) ? requested.slice(base.length - 1) : undefined
  for (const [name, value] of Object.entries(await options.headers(request, path)))
    response.setHeader(name, value)
  if (method !== 'GET' && method !== 'HEAD') {
    refuse(response, 405, `${method} is not possible here`, { allow: 'GET, HEAD' })
    return
  }
  if (requested === undefined) {
    refuse(response, 400, 'This address is malformed')
    return
  }
  if (path === undefined) {
    if (requested === '/' || `${requested}/` === base) response.writeHead(302, { location: base }).end()
    else refuse(response, 404, `The dashboard is below ${base}`, { 'cache-control': 'no-store' })
    return
  }
  const text = path === '/config.json' ? options.config : path === '/world.yaml' ? options.world : undefined
  if (text !== undefined) {
    response
      .writeHead(200, { 'content-type': TYPES[extname(path)], 'cache-control': 'no-store' })
      .end(method === 'HEAD' ? undefined : text)
    return
  }
  await answerWithFile(options, path, request, response)
}

/** The file at a path below the base, compressed if possible; the dashboard itself for the address of a screen. */
async function answerWithFile(
  options: Site,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
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
  const chosen = (await packed(found, request)) ?? { ...found, encoding: undefined }
  const tag = `"${chosen.tag}"`
  const links = served === '/index.html' ? await options.linksOf(found) : ''
  const headers = {
    'cache-control': cacheRule(served),
    etag: tag,
    vary: 'accept-encoding',
    ...(links === '' ? {} : { link: links }),
  }
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'content-type': TYPES[extname(served).toLowerCase()] ?? 'application/octet-stream',
    'content-length': chosen.size,
    ...(chosen.encoding === undefined ? {} : { 'content-encoding': chosen.encoding }),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  createReadStream(chosen.file)
    .on('error', (error) => response.destroy(error))
    .pipe(response)
}

/** Serves a built single-page application: its files, and `index.html` for the address of every screen. */
export function createStaticServer(options: StaticServerOptions): Server {
  const site = siteOf(options)
  return createServer((request, response) => {
    answer(site, request, response).catch((error: unknown) => {
      process.stderr.write(`${request.method} ${request.url}: ${String(error)}\n`)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'This file could not be read')
    })
  })
}
