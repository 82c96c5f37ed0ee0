import type { Config } from '../../src/config.ts'
import { cacheRules, HASHED, NEVER_STORED } from './cache-rules.ts'
import { apiPaths } from './same-origin.ts'
import { securityHeaders, transportSecurity } from './security-headers.ts'

/** The paths of a dashboard served below this base path. */
const placed = (base: string) => ({
  hashed: `${base.slice(0, -1)}${HASHED}`,
  neverStored: NEVER_STORED.map((path) => `${base.slice(0, -1)}${path}`),
  page: `${base}index.html`,
})

const NOTE = 'Written by "npm run hosting": change config.json, not this file, and write it anew.'

const lines = (...parts: readonly (string | readonly string[])[]) => `${parts.flat().join('\n')}\n`

function nginx(headers: readonly (readonly [string, string])[], base: string): string {
  const { hashed, neverStored, page } = placed(base)
  // In nginx, a block with its own headers does not inherit any, so each block lists all of them.
  const block = (indent: string, cache: string) =>
    [...headers, ['cache-control', cache] as const].map(
      ([name, value]) => `${indent}add_header ${name} '${value.replaceAll("'", "\\'")}' always;`,
    )
  return lines(
    `# ${NOTE}`,
    '# For the server block of the dashboard. brotli_static needs the module ngx_brotli; leave the line out without it.',
    ...(base === '/' ? [] : [`# The files lie in /var/www/flotilla${base}.`]),
    'root /var/www/flotilla;',
    'gzip_static on;',
    'brotli_static on;',
    'etag on;',
    '',
    `location ^~ ${hashed} {`,
    '  try_files $uri =404;',
    block('  ', cacheRules.forGood),
    '}',
    neverStored.flatMap((path) => ['', `location = ${path} {`, ...block('  ', cacheRules.never), '}']),
    '',
    `location ${base} {`,
    `  try_files $uri ${page};`,
    block('  ', cacheRules.asked),
    '}',
  )
}

function caddy(headers: readonly (readonly [string, string])[], base: string): string {
  const { hashed, neverStored, page } = placed(base)
  const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return lines(
    `# ${NOTE}`,
    ...(base === '/' ? [] : [`# The files lie in /var/www/flotilla${base}.`]),
    'dashboard.example.com {',
    '\troot * /var/www/flotilla',
    '\theader {',
    headers.map(([name, value]) => `\t\t${name} ${quoted(value)}`),
    '\t}',
    `\t@hashed path ${hashed}*`,
    `\t@never path ${neverStored.join(' ')}`,
    '\t@asked {',
    `\t\tnot path ${hashed}* ${neverStored.join(' ')}`,
    '\t}',
    `\theader @hashed cache-control ${quoted(cacheRules.forGood)}`,
    `\theader @never cache-control ${quoted(cacheRules.never)}`,
    `\theader @asked cache-control ${quoted(cacheRules.asked)}`,
    '\t@screens {',
    ...(base === '/' ? [] : [`\t\tpath ${base}*`]),
    `\t\tnot path ${hashed}*`,
    '\t\tfile {',
    `\t\t\ttry_files {path} ${page}`,
    '\t\t}',
    '\t}',
    '\trewrite @screens {file_match.relative}',
    '\tfile_server {',
    '\t\tprecompressed br gzip',
    '\t}',
    '}',
  )
}

function headersFile(headers: readonly (readonly [string, string])[], base: string): string {
  const { hashed, neverStored } = placed(base)
  const cache = (path: string, rule: string) => [path, `  ! cache-control`, `  cache-control: ${rule}`]
  return lines(
    `# ${NOTE}`,
    base === '/'
      ? '# Belongs beside index.html, on hosts that read it.'
      : `# Belongs at the root of the host, above ${base}, on hosts that read it.`,
    `${base}*`,
    headers.map(([name, value]) => `  ${name}: ${value}`),
    `  cache-control: ${cacheRules.asked}`,
    cache(`${hashed}*`, cacheRules.forGood),
    neverStored.flatMap((path) => cache(path, cacheRules.never)),
  )
}

/** For a shared origin: browsers send no preflight requests, each of which costs a round trip. */
function sameOrigin({ apiUrl }: Config): string {
  return lines(
    `# ${NOTE}`,
    '# Beside nginx.conf in the server block, where dashboard and API are to share an origin: no CORS, and no preflights.',
    `# config.json then says where the dashboard itself is: "apiUrl": "https://dashboard.example.com"`,
    '# Signing in with a code host needs the API on an origin of its own: both have /auth/…/callback.',
    `location ~ ${apiPaths} {`,
    `  proxy_pass ${new URL(apiUrl).origin};`,
    `  proxy_set_header host ${new URL(apiUrl).host};`,
    '  proxy_ssl_server_name on;',
    '  proxy_http_version 1.1;',
    '  # Logs are streams, terminals are sockets, and both last.',
    '  proxy_buffering off;',
    '  proxy_read_timeout 1h;',
    '  proxy_set_header upgrade $http_upgrade;',
    '  proxy_set_header connection $http_connection;',
    '}',
  )
}

/** Configuration files of other servers, with the same headers as the project's own server: file name and text. */
export function readyFiles(config: Config | null, base = '/'): Record<string, string> {
  const headers = Object.entries({ ...securityHeaders(config), ...transportSecurity })
  return {
    'nginx.conf': nginx(headers, base),
    Caddyfile: caddy(headers, base),
    _headers: headersFile(headers, base),
    ...(config?.mode === 'live' ? { 'nginx-same-origin.conf': sameOrigin(config) } : {}),
  }
}
