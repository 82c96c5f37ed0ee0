import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConfigProblem, loadConfig, readConfig, storageKey } from './config.ts'
import { noThirdParties } from './lib/third-parties.ts'

const read = (file: unknown, { query = '', environment = {} } = {}) =>
  readConfig({
    file: typeof file === 'string' || file === null ? file : JSON.stringify(file),
    fileName: '/config.json',
    pageUrl: new URL(`https://dashboard.example.com/fleets${query}`),
    environment,
  })

function problemOf(attempt: () => unknown): ConfigProblem {
  try {
    attempt()
  } catch (error) {
    if (error instanceof ConfigProblem) return error
    throw error
  }
  throw new Error('It was accepted')
}

test('a file that says only "simulated" gives the reserved addresses', () => {
  expect(read({ mode: 'simulated' })).toEqual({
    mode: 'simulated',
    apiUrl: 'https://api.flotilla.test',
    actionsUrl: 'https://api.flotilla.test',
    builderUrl: 'https://builder.flotilla.test',
    terminalUrl: 'wss://terminal.flotilla.test',
    dashboardUrl: 'https://dashboard.example.com',
    parties: {
      statusUrl: 'https://status.flotilla.test',
      docsSearch: {
        url: 'https://search.flotilla.test/1/indexes/docs',
        appId: 'simulated',
        apiKey: 'simulated',
      },
      tiles: null,
      geocoderUrl: null,
    },
    world: {},
    linkedWorld: {},
  })
})

test('live mode takes what is not said from the API address, without its trailing slash', () => {
  expect(read({ mode: 'live', apiUrl: 'http://127.0.0.1:8080/' })).toEqual({
    mode: 'live',
    apiUrl: 'http://127.0.0.1:8080',
    actionsUrl: 'http://127.0.0.1:8080',
    builderUrl: 'http://127.0.0.1:8080',
    terminalUrl: 'ws://127.0.0.1:8080',
    captchaKey: null,
    gravatar: true,
    dashboardUrl: 'https://dashboard.example.com',
    parties: noThirdParties,
  })
})

test('the status page of the hosted platform is asked only about that one', () => {
  const statusOf = (file: object) => read({ mode: 'live', ...file }).parties.statusUrl
  expect(statusOf({ apiUrl: 'https://api.balena-cloud.com/' })).toBe('https://status.balena.io')
  expect(statusOf({ apiUrl: 'https://api.example.com' })).toBeNull()
  expect(statusOf({ apiUrl: 'https://api.example.com', statusUrl: 'https://status.example.com/' })).toBe(
    'https://status.example.com',
  )
})

test('the documentation is searched in the index that the file names', () => {
  const docsSearch = { appId: 'APP', apiKey: 'reads-only', index: 'our docs' }
  const file = { mode: 'live', apiUrl: 'https://api.example.com' }
  expect(read({ ...file, docsSearch }).parties.docsSearch).toEqual({
    url: 'https://APP-dsn.algolia.net/1/indexes/our%20docs',
    appId: 'APP',
    apiKey: 'reads-only',
  })
  expect(problemOf(() => read({ ...file, docsSearch: { ...docsSearch, apiKey: '' } }))).toMatchObject({
    key: 'docsSearch.apiKey',
    reason: 'must not be empty',
  })
})

test('tiles and a geocoder are where the file says, in both modes [OPS-023]', () => {
  const tilesUrl = 'https://{s}.tiles.example/{z}/{x}/{y}.png?key=k'
  const file = { tilesUrl, tilesAttribution: '© Maps', geocoderUrl: 'https://places.example/search/' }
  const expected = {
    tiles: { url: tilesUrl, attribution: '© Maps' },
    geocoderUrl: 'https://places.example/search',
  }
  expect(read({ mode: 'simulated', ...file }).parties).toMatchObject(expected)
  expect(read({ mode: 'live', apiUrl: 'https://api.example.com', ...file }).parties).toMatchObject(expected)
})

test.each([
  'tiles.example/{z}/{x}/{y}',
  'https://tiles.example/{z}/{x}',
  'javascript:{z}{x}{y}',
  'https://{z}{x}{y}',
])('tiles from %s are refused with an example', (tilesUrl) => {
  expect(problemOf(() => read({ mode: 'simulated', tilesUrl }))).toMatchObject({
    key: 'tilesUrl',
    reason: 'must be a URL such as https://tiles.example.com/{z}/{x}/{y}.png',
  })
})

test('the builder stands beside the platform API', () => {
  expect(read({ mode: 'live', apiUrl: 'https://api.example.com' }).builderUrl).toBe(
    'https://builder.example.com',
  )
})

test('live mode keeps every address that is said', () => {
  const file = {
    mode: 'live',
    apiUrl: 'https://api.example.com',
    actionsUrl: 'https://actions.example.com',
    builderUrl: 'https://builds.example.com',
    terminalUrl: 'wss://terminal.example.com',
    dashboardUrl: 'https://fleet.example.com',
    captchaKey: 'site-key',
    gravatar: false,
  }
  expect(read(file)).toEqual({ ...file, parties: noThirdParties })
})

test('the address of the page chooses a world in simulated mode', () => {
  const query = '?scenario=release-day&seed=42&at=2026-11-20T14:00Z&devices=100000&tab=logs'
  expect(read({ mode: 'simulated', scenario: 'first-look' }, { query })).toMatchObject({
    world: { scenario: 'first-look' },
    linkedWorld: { scenario: 'release-day', seed: 42, at: '2026-11-20T14:00Z', devices: 100_000 },
  })
})

test('config.json or the address of the page says which platform a simulated world is', () => {
  expect(read({ mode: 'simulated', platform: 'open' })).toMatchObject({ world: { platform: 'open' } })
  expect(read({ mode: 'simulated' }, { query: '?platform=open' })).toMatchObject({
    linkedWorld: { platform: 'open' },
  })
  expect(problemOf(() => read({ mode: 'simulated', platform: 'other' }))).toMatchObject({ key: 'platform' })
})

test('the address of the page says nothing to live mode', () => {
  const config = read(
    { mode: 'live', apiUrl: 'https://api.example.com' },
    { query: '?scenario=x&seed=nonsense' },
  )
  expect(config).not.toHaveProperty('linkedWorld')
})

test.each([
  ['no file', null, null, /missing/],
  ['broken JSON', '{"mode":', null, /not valid JSON/],
  ['a list', [], null, /one JSON object/],
  ['no mode', {}, 'mode', /"simulated" or "live"/],
  ['an unknown mode', { mode: 'demo' }, 'mode', /"simulated" or "live"/],
  ['live without an API', { mode: 'live' }, 'apiUrl', /required in live mode/],
  ['an address without a scheme', { mode: 'live', apiUrl: 'api.example.com' }, 'apiUrl', /full URL/],
  ['an address of the wrong kind', { mode: 'live', apiUrl: 'ftp://api.example.com' }, 'apiUrl', /full URL/],
  ['an address that is a number', { mode: 'live', apiUrl: 5 }, 'apiUrl', /must be text/],
  [
    'a misspelt key',
    { mode: 'live', apiURL: 'https://a.example', apiUrl: 'https://a.example' },
    'apiURL',
    /did you mean "apiUrl"/,
  ],
  ['a key nobody knows', { mode: 'simulated', colour: 'red' }, 'colour', /Known keys: mode, apiUrl/],
  [
    'a world in live mode',
    { mode: 'live', apiUrl: 'https://a.example', seed: 1 },
    'seed',
    /is only for simulated mode/,
  ],
  ['half a seed', { mode: 'simulated', seed: 1.5 }, 'seed', /whole number/],
  ['a seed in words', { mode: 'simulated', seed: '42' }, 'seed', /whole number/],
  ['no devices', { mode: 'simulated', devices: 0 }, 'devices', /whole number from 1/],
  ['a moment without a time', { mode: 'simulated', at: '2026-11-20' }, 'at', /such as 2026-11-20T14:00Z/],
  [
    'a documentation search without its index',
    { mode: 'live', apiUrl: 'https://a.example', docsSearch: { appId: 'a', apiKey: 'b' } },
    'docsSearch.index',
    /required in live mode/,
  ],
  [
    'a documentation search with an empty key',
    { mode: 'live', apiUrl: 'https://a.example', docsSearch: { appId: 'a', apiKey: '', index: 'c' } },
    'docsSearch.apiKey',
    /must not be empty/,
  ],
  [
    'a documentation search that is a list',
    { mode: 'live', apiUrl: 'https://a.example', docsSearch: ['a'] },
    'docsSearch',
    /must be an object/,
  ],
  [
    'the key that every object has',
    '{"mode":"simulated","__proto__":{"devices":5}}',
    '__proto__',
    /is not a known key/,
  ],
  [
    'a simulated API at the page’s own place',
    { mode: 'simulated', apiUrl: 'https://dashboard.example.com/api' },
    'apiUrl',
    /must not be on the host of this page/,
  ],
])('%s is refused with the key and the reason', (_what, file, key, reason) => {
  const problem = problemOf(() => read(file))
  expect(problem).toMatchObject({ source: '/config.json', key })
  expect(problem.reason).toMatch(reason)
})

test('a wrong number in the address of the page is refused, naming that address', () => {
  const problem = problemOf(() => read({ mode: 'simulated' }, { query: '?devices=many' }))
  expect(problem).toMatchObject({ source: 'this page’s address', key: 'devices' })
  expect(problem.message).toBe('this page’s address: "devices" must be a whole number from 1 to 1000000')
})

test('in development the environment overrides the file and is named when it is wrong', () => {
  const environment = { VITE_FLOTILLA_MODE: 'live', VITE_FLOTILLA_API_URL: 'http://127.0.0.1:9000' }
  expect(read({ mode: 'simulated' }, { environment })).toMatchObject({
    mode: 'live',
    apiUrl: 'http://127.0.0.1:9000',
  })
  const problem = problemOf(() => read({ mode: 'simulated' }, { environment: { VITE_FLOTILLA_SEED: 'abc' } }))
  expect(problem).toMatchObject({ source: 'the environment', key: 'seed' })
})

test('what one mode or one API stores is not seen by another', () => {
  const keys = [
    read({ mode: 'simulated' }),
    read({ mode: 'live', apiUrl: 'https://api.example.com' }),
    read({ mode: 'live', apiUrl: 'http://127.0.0.1:8080' }),
  ].map((config) => storageKey(config, 'token'))
  expect(keys).toEqual([
    'flotilla:simulated:token',
    'flotilla:live:api.example.com:token',
    'flotilla:live:127.0.0.1:8080:token',
  ])
})

test('what a simulation below one path of a host stores is not seen by one below another [HOST-006]', () => {
  vi.stubEnv('BASE_URL', '/demo/')
  expect(storageKey(read({ mode: 'simulated' }), 'token')).toBe('flotilla:simulated/demo:token')
  vi.unstubAllEnvs()
})

describe('fetching the file', () => {
  const served = (answer: () => Response | Promise<Response>) => {
    const ask = vi.fn(async (..._args: Parameters<typeof fetch>) => answer())
    vi.stubGlobal('fetch', ask)
    vi.stubGlobal('document', { baseURI: 'https://dashboard.example.com/devices/abc' })
    vi.stubGlobal('window', { location: { href: 'https://dashboard.example.com/devices/abc' } })
    vi.stubEnv('DEV', false)
    return ask
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
  const loadProblem = async () => {
    const error: unknown = await loadConfig().then(
      () => 'It was accepted',
      (reason: unknown) => reason,
    )
    if (error instanceof ConfigProblem) return error
    throw error
  }

  test('it lies beside the application, however deep the page, and is never taken from a cache', async () => {
    const ask = served(() => Response.json({ mode: 'live', apiUrl: 'https://api.example.com' }))
    expect(await loadConfig()).toMatchObject({ mode: 'live', apiUrl: 'https://api.example.com' })
    const [address, init] = ask.mock.calls[0] ?? []
    expect(address).toEqual(new URL('https://dashboard.example.com/config.json'))
    expect(init).toMatchObject({ cache: 'no-store' })
  })

  test('what was asked before the scripts were there is taken, once', async () => {
    const ask = served(() => Response.json({ mode: 'live', apiUrl: 'https://second.example.com' }))
    const first = Response.json({ mode: 'live', apiUrl: 'https://first.example.com' })
    vi.stubGlobal('flotillaEarly', {
      'https://dashboard.example.com/config.json': Promise.resolve(first),
    })
    expect(await loadConfig()).toMatchObject({ apiUrl: 'https://first.example.com' })
    expect(ask).not.toHaveBeenCalled()
    expect(await loadConfig()).toMatchObject({ apiUrl: 'https://second.example.com' })
  })

  test.each([
    ['is not there', () => new Response('', { status: 404 }), /is missing/],
    [
      'is the application’s own page, as many servers answer',
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      /is missing/,
    ],
    ['cannot be served', () => new Response('', { status: 503 }), /status 503/],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), /could not be loaded/],
  ])('a file that %s is a problem, never a silent simulation', async (_what, answer, reason) => {
    served(answer)
    expect((await loadProblem()).message).toMatch(reason)
  })
})
