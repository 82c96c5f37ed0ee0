import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { serviceOperations } from '../../openapi/generated/operations.ts'
import { paths } from '../../src/lib/paths.ts'
import { basePath } from './base-path.ts'
import { accepted, compressFolder } from './compression.ts'
import { readyFiles } from './ready-files.ts'
import { apiPaths } from './same-origin.ts'
import { configIn, contentSecurityPolicy, policyInPage, securityHeaders } from './security-headers.ts'

const page = new URL('https://dashboard.example')
const docs = join(import.meta.dirname, '../../docs/hosting')
const folder = mkdtempSync(join(tmpdir(), 'flotilla-hosting-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const policyOf = (config: object) => contentSecurityPolicy(configIn(JSON.stringify(config), page))

/** The values of one directive. */
const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.split(' ')
    .slice(1)

const policies = {
  simulated: policyOf({ mode: 'simulated' }),
  live: policyOf({ mode: 'live', apiUrl: 'https://api.platform.example', captchaKey: 'key' }),
  unreadable: contentSecurityPolicy(configIn('not JSON', page)),
  'in the page': policyInPage(),
}

test.each(Object.entries(policies))('%s: nothing inline, no eval, nothing from any origin', (_, policy) => {
  expect(policy).not.toContain('unsafe')
  expect(directive(policy, 'default-src')).toEqual(["'none'"])
  expect(directive(policy, 'object-src')).toEqual(["'none'"])
  expect(directive(policy, 'style-src')).toEqual(["'self'"])
  expect(directive(policy, 'require-trusted-types-for')).toEqual(["'script'"])
  const scripts = directive(policy, 'script-src') ?? []
  expect(scripts[0]).toBe("'self'")
  for (const source of scripts.slice(1)) expect(source).toMatch(/^https:\/\/[^*]+\/$/)
})

test('a simulated dashboard only runs its own scripts, and cannot frame or be framed by others', () => {
  expect(directive(policies.simulated, 'script-src')).toEqual(["'self'"])
  expect(directive(policies.simulated, 'frame-src')).toEqual(["'none'"])
  expect(directive(policies.simulated, 'frame-ancestors')).toEqual(["'none'"])
})

test('connections are allowed according to the configuration', () => {
  const policy = policyOf({
    mode: 'live',
    apiUrl: 'https://api.platform.example',
    actionsUrl: 'https://actions.platform.example/v1',
    terminalUrl: 'wss://shell.platform.example',
    statusUrl: 'https://status.platform.example',
    docsSearch: { appId: 'APP', apiKey: 'key', index: 'docs' },
  })
  expect(directive(policy, 'connect-src')).toEqual(
    expect.arrayContaining([
      "'self'",
      'https://api.platform.example',
      'https://actions.platform.example',
      'https://builder.platform.example',
      'wss://shell.platform.example',
      'https://status.platform.example',
      'https://app-dsn.algolia.net',
    ]),
  )
  expect(directive(policy, 'connect-src')).not.toContain('https:')
  expect(directive(policies.unreadable, 'connect-src')).toEqual(["'self'"])
})

test('allows tile servers and geocoding only if they are configured [OPS-023]', () => {
  const api = { mode: 'simulated' }
  const policy = policyOf({
    ...api,
    tilesUrl: 'http://{s}.tiles.example:8080/{z}/{x}/{y}.png?key=secret',
    geocoderUrl: 'https://places.example/search',
  })
  const from = ['a', 'b', 'c'].map((host) => `http://${host}.tiles.example:8080`)
  expect(directive(policy, 'img-src')).toEqual(expect.arrayContaining(from))
  expect(directive(policy, 'connect-src')).toContain('https://places.example')
  expect(policy).not.toContain('secret')
  expect(directive(policies.simulated, 'img-src')).toEqual([
    "'self'",
    'data:',
    'blob:',
    'https://api.flotilla.test',
  ])
})

test('allows the captcha script if a captcha is configured', () => {
  const without = policyOf({ mode: 'live', apiUrl: 'https://api.platform.example' })
  expect(without).not.toContain('recaptcha')
  expect(directive(policies.live, 'script-src')).toContain('https://www.google.com/recaptcha/')
})

test('the other headers', () => {
  expect(securityHeaders(null)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
})

test('on a shared origin, the API has its paths and the dashboard its screens', () => {
  const isApi = new RegExp(apiPaths)
  for (const { path } of serviceOperations)
    if (path !== '/auth/{provider}/callback') expect(path.replaceAll(/\{[^}]+\}/g, 'x1')).toMatch(isApi)
  expect('/v7/device').toMatch(isApi)
  expect('/socket.io/').toMatch(isApi)
  const screens = [
    ...Object.values(paths).flatMap((path) => {
      try {
        return typeof path === 'function'
          ? [String(Reflect.apply(path, null, ['7', '8', '9'])).split('?')[0] ?? '']
          : []
      } catch {
        return []
      }
    }),
    '/config.json',
    '/assets/entry.js',
  ]
  expect(screens.length).toBeGreaterThan(40)
  expect(screens.filter((screen) => isApi.test(screen))).toEqual([])
})

test('the published files for other servers are those of `npm run hosting`', () => {
  const files = readyFiles(configIn(readFileSync(join(docs, 'config.json'), 'utf8'), page))
  expect(readdirSync(docs).toSorted()).toEqual([...Object.keys(files), 'README.md', 'config.json'].toSorted())
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(docs, name), 'utf8'), name).toBe(text)
  for (const [name, text] of Object.entries(files)) {
    if (name === 'nginx-same-origin.conf') continue
    expect(text).toContain(
      "frame-ancestors 'none'".replaceAll("'", text.includes('add_header') ? "\\'" : "'"),
    )
    // `_headers` also applies to missing files.
    expect(text.includes('immutable'), name).toBe(name !== '_headers')
    expect(text).toContain('strict-transport-security')
  }
})

test('the files for a base path mention that path only [HOST-005]', () => {
  const config = configIn(JSON.stringify({ mode: 'simulated' }), page)
  for (const [name, text] of Object.entries(readyFiles(config, '/demo/'))) {
    const paths =
      text
        .replaceAll('/var/www/flotilla', '')
        .match(/(?<![\w:}/-])\/(?:[\w.-]+\/)*(?:assets|index\.html|config\.json|build-time\.json)/g) ?? []
    expect(paths.length, name).toBeGreaterThan(2)
    expect(
      paths.filter((path) => !path.startsWith('/demo/')),
      name,
    ).toEqual([])
  }
})

test.each(['demo', '/demo', 'demo/', '/demo/'])('%s is a valid base path', (written) => {
  expect(basePath(written)).toBe('/demo/')
})

test.each(['https://host.example/demo/', '/a b/', '/../', './', '/demo?x/'])('%s is not', (written) => {
  expect(() => basePath(written)).toThrow('--base must be a path')
})

test('compresses the text files of a build if they become smaller and are not edited by hand', async () => {
  const text = 'export const words = "the same words again"\n'.repeat(100)
  writeFileSync(join(folder, 'main.js'), text)
  writeFileSync(join(folder, 'short.js'), 'export {}')
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ long: text }))
  writeFileSync(join(folder, 'picture.png'), text)
  await compressFolder(folder)
  expect(readdirSync(folder).toSorted()).toEqual(
    ['config.json', 'main.js', 'main.js.br', 'main.js.gz', 'picture.png', 'short.js'].toSorted(),
  )
  expect(brotliDecompressSync(readFileSync(join(folder, 'main.js.br'))).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(folder, 'main.js.gz'))).toString()).toBe(text)
})

test.each([
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip', ['gzip']],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br']],
  ['br;q=0, *', ['gzip']],
  ['identity', []],
  ['', []],
  [undefined, []],
  ['BR', ['br']],
])('%s accepts these encodings: %s', (header, names) => {
  expect(accepted(header).map(({ name }) => name)).toEqual(names)
})
