import type { Config } from '../../src/config.ts'
import { cacheRules, HASHED, NEVER_STORED } from './cache-rules.ts'
import { apiPaths } from './same-origin.ts'
import { securityHeaders, transportSecurity } from './security-headers.ts'

const NOTE = 'Written by "npm run hosting": change config.json, not this file, and write it anew.'

const lines = (...parts: readonly (string | readonly string[])[]) => `${parts.flat().join('\n')}\n`

function nginx(headers: readonly (readonly [string, string])[]): string {
  // nginx takes the headers of the outer block only where the inner one has none: each block has them all.
  const block = (indent: string, cache: string) =>
    [...headers, ['cache-control', cache] as const].map(
      ([name, value]) => `${indent}add_header ${name} '${value.replaceAll("'", "\\'")}' always;`,
    )
  return lines(
    `# ${NOTE}`,
    '# For the server block of the dashboard. brotli_static needs the module ngx_brotli; leave the line out without it.',
    'root /var/www/flotilla;',
    'gzip_static on;',
    'brotli_static on;',
    'etag on;',
    '',
    `location ^~ ${HASHED} {`,
    '  try_files $uri =404;',
    block('  ', cacheRules.forGood),
    '}',
    NEVER_STORED.flatMap((path) => ['', `location = ${path} {`, ...block('  ', cacheRules.never), '}']),
    '',
    'location / {',
    '  try_files $uri /index.html;',
    block('  ', cacheRules.asked),
    '}',
  )
}

function caddy(headers: readonly (readonly [string, string])[]): string {
  const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return lines(
    `# ${NOTE}`,
    'dashboard.example.com {',
    '\troot * /var/www/flotilla',
    '\theader {',
    headers.map(([name, value]) => `\t\t${name} ${quoted(value)}`),
    '\t}',
    `\t@hashed path ${HASHED}*`,
    `\t@never path ${NEVER_STORED.join(' ')}`,
    '\t@asked {',
    `\t\tnot path ${HASHED}* ${NEVER_STORED.join(' ')}`,
    '\t}',
    `\theader @hashed cache-control ${quoted(cacheRules.forGood)}`,
    `\theader @never cache-control ${quoted(cacheRules.never)}`,
    `\theader @asked cache-control ${quoted(cacheRules.asked)}`,
    '\t@screens {',
    `\t\tnot path ${HASHED}*`,
    '\t\tfile {',
    '\t\t\ttry_files {path} /index.html',
    '\t\t}',
    '\t}',
    '\trewrite @screens {file_match.relative}',
    '\tfile_server {',
    '\t\tprecompressed br gzip',
    '\t}',
    '}',
  )
}

function headersFile(headers: readonly (readonly [string, string])[]): string {
  const cache = (path: string, rule: string) => [path, `  ! cache-control`, `  cache-control: ${rule}`]
  return lines(
    `# ${NOTE}`,
    '# Belongs beside index.html, on hosts that read it.',
    '/*',
    headers.map(([name, value]) => `  ${name}: ${value}`),
    `  cache-control: ${cacheRules.asked}`,
    cache(`${HASHED}*`, cacheRules.forGood),
    NEVER_STORED.flatMap((path) => cache(path, cacheRules.never)),
  )
}

/** For one origin: a browser asks no leave before its requests, each of which costs a round trip on another origin's. */
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

/** The set-up of other servers, with the same headers as the project's own: name of the file and its text. */
export function readyFiles(config: Config | null): Record<string, string> {
  const headers = Object.entries({ ...securityHeaders(config), ...transportSecurity })
  return {
    'nginx.conf': nginx(headers),
    Caddyfile: caddy(headers),
    _headers: headersFile(headers),
    ...(config?.mode === 'live' ? { 'nginx-same-origin.conf': sameOrigin(config) } : {}),
  }
}
