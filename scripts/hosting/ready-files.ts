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

/** A path as part of a regular expression. */
const escaped = (path: string) => path.replaceAll(/[.~-]/g, String.raw`\$&`)

/**
 * A whole server, for /etc/nginx/conf.d or sites-enabled. What depends on path and status is in `map` blocks, so that the headers
 * are listed only once: in nginx a block with a header of its own inherits none.
 */
function nginx(headers: readonly (readonly [string, string])[], base: string, isLive: boolean): string {
  const { hashed, neverStored, page } = placed(base)
  const quoted = (value: string) => `'${value.replaceAll("'", String.raw`\'`)}'`
  const never = neverStored.map((path) => path.slice(base.length).replace('.json', '')).join('|')
  return lines(
    `# ${NOTE}`,
    '# A file of /etc/nginx/conf.d, for nginx without further modules.',
    `# The dashboard's index.html is /var/www/flotilla${page}.`,
    '',
    '# Cached for good is only what exists: a missing file may be there after the next roll-out or rollback.',
    `map "$status $uri" $flotilla_cache {`,
    `  default ${quoted(cacheRules.revalidated)};`,
    `  ~^[45] ${quoted(cacheRules.never)};`,
    `  ${quoted(String.raw`~^\d+ ${escaped(base)}(?:${never})\.json$`)} ${quoted(cacheRules.never)};`,
    `  ${quoted(`~^(?:200|206|304) ${escaped(hashed)}`)} ${quoted(cacheRules.forGood)};`,
    '}',
    '# Screens have addresses without files. A missing script or picture is not a screen.',
    'map "$http_accept|$uri" $flotilla_screen {',
    `  default ${page};`,
    `  ${quoted(String.raw`~\|${escaped(hashed)}`)} '';`,
    `  ${quoted(String.raw`~^(?!.*text/html.*\|).*\.[^/.|]+$`)} '';`,
    '}',
    '# Only for pages that came over TLS, to this server or to a proxy in front of it.',
    'map "$scheme $http_x_forwarded_proto" $flotilla_transport {',
    "  default '';",
    `  '~^https|https$' ${quoted(transportSecurity['strict-transport-security'])};`,
    '}',
    '',
    'server {',
    '  listen 80;',
    '  # listen [::]:80;',
    '  # listen 443 ssl;  # with ssl_certificate and ssl_certificate_key; certbot adds them',
    '  server_name dashboard.example.com;',
    '  root /var/www/flotilla;',
    '  absolute_redirect off;',
    '  charset utf-8;',
    '  charset_types text/css application/javascript text/javascript application/json text/markdown;',
    '  gzip_static on;',
    '  gzip_vary on;',
    '  # brotli_static on;  # with the package libnginx-mod-http-brotli-static',
    ...(isLive
      ? ['  # include /etc/nginx/snippets/nginx-same-origin.conf;  # the API on the same origin']
      : []),
    ...(base === '/'
      ? []
      : [
          '',
          `  location = / { return 302 ${base}; }`,
          `  location = ${base.slice(0, -1)} { return 302 ${base}; }`,
          '  location / { return 404; }',
        ]),
    '',
    `  location ${base} {`,
    headers.map(([name, value]) => `    add_header ${name} ${quoted(value)} always;`),
    '    add_header strict-transport-security $flotilla_transport always;',
    '    add_header cache-control $flotilla_cache always;',
    '    try_files $uri $flotilla_screen =404;',
    '  }',
    '}',
  )
}

function caddy(headers: readonly (readonly [string, string])[], base: string): string {
  const { hashed, neverStored, page } = placed(base)
  const quoted = (value: string) =>
    `"${value.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`
  const cache = (rule: string) => `header cache-control ${quoted(rule)}`
  return lines(
    `# ${NOTE}`,
    `# The dashboard's index.html is /var/www/flotilla${page}.`,
    'dashboard.example.com {',
    '\troot * /var/www/flotilla',
    '',
    '\t# Only for pages that came over TLS, to this server or to a proxy in front of it.',
    '\t@tls expression {scheme} == "https" || {header.X-Forwarded-Proto} == "https"',
    `\theader @tls strict-transport-security ${quoted(transportSecurity['strict-transport-security'])}`,
    ...(base === '/' ? [] : [`\tredir / ${base} 302`, `\tredir ${base.slice(0, -1)} ${base} 302`]),
    '\t@write not method GET HEAD',
    '',
    '\t@never {',
    `\t\tpath ${neverStored.join(' ')}`,
    '\t\tfile',
    '\t}',
    '\t# Cached for good is only what exists: a missing file may be there after the next roll-out or rollback.',
    '\t@hashed {',
    `\t\tpath ${hashed}*`,
    '\t\tnot path */',
    '\t\tfile',
    '\t}',
    '\t@file {',
    `\t\tpath ${base}*`,
    '\t\tnot path */',
    '\t\tfile',
    '\t}',
    '\t# Screens have addresses without files. A missing script or picture is not a screen.',
    '\t@screen {',
    `\t\tpath ${base}*`,
    `\t\tnot path ${hashed}*`,
    '\t\tnot {',
    String.raw`			path_regexp \.[^/.]+$`,
    '\t\t\tnot header Accept *text/html*',
    '\t\t}',
    '\t}',
    `\thandle ${base}* {`,
    '\t\theader {',
    headers.map(([name, value]) => `\t\t\t${name} ${quoted(value)}`),
    '\t\t}',
    '\t\theader {',
    '\t\t\tdefer',
    '\t\t\tvary accept-encoding',
    '\t\t}',
    '\t\thandle @write {',
    '\t\t\trespond 405',
    '\t\t}',
    ...(
      [
        ['@never', cacheRules.never],
        ['@hashed', cacheRules.forGood],
        ['@file', cacheRules.revalidated],
        ['@screen', cacheRules.revalidated],
      ] as const
    ).flatMap(([matcher, rule]) => [
      `\t\thandle ${matcher} {`,
      ...(matcher === '@screen' ? [`\t\t\trewrite * ${page}`] : []),
      `\t\t\t${cache(rule)}`,
      '\t\t\tfile_server {',
      '\t\t\t\tprecompressed br gzip',
      '\t\t\t}',
      '\t\t}',
    ]),
    '\t\thandle {',
    `\t\t\t${cache(cacheRules.never)}`,
    '\t\t\trespond 404',
    '\t\t}',
    '\t}',
    ...(base === '/' ? [] : ['\thandle {', '\t\trespond 404', '\t}']),
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
    Object.entries({ ...Object.fromEntries(headers), ...transportSecurity }).map(
      ([name, value]) => `  ${name}: ${value}`,
    ),
    `  cache-control: ${cacheRules.revalidated}`,
    '# Not for good: these hosts also send it with 404, while a roll-out or rollback is under way.',
    cache(`${hashed}*`, cacheRules.shortly),
    neverStored.flatMap((path) => cache(path, cacheRules.never)),
  )
}

/** For a shared origin: browsers send no preflight requests, each of which costs a round trip. */
function sameOrigin({ apiUrl }: Config): string {
  return lines(
    `# ${NOTE}`,
    '# Where dashboard and API share an origin: no CORS, and no preflights. Included by nginx.conf, in its server block.',
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
  const headers = Object.entries(securityHeaders(config))
  return {
    'nginx.conf': nginx(headers, base, config?.mode === 'live'),
    Caddyfile: caddy(headers, base),
    _headers: headersFile(headers, base),
    ...(config?.mode === 'live' ? { 'nginx-same-origin.conf': sameOrigin(config) } : {}),
  }
}
