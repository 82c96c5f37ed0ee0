import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildIfStale, dist } from '../../scripts/build.ts'

const chunk = z.object({
  file: z.string(),
  imports: z.optional(z.array(z.string())),
  dynamicImports: z.optional(z.array(z.string())),
})
const pageFiles = z.object({
  client: z.string(),
  files: z.array(z.string()),
  pages: z.array(z.object({ path: z.optional(z.string()), files: z.array(z.int()) })),
})
type Manifest = Record<string, z.infer<typeof chunk>>

/** Words that occur only in the cloud, its devices and the panel. */
const MOCK_WORDS = ['acme_logistics', 'flotilla-demo', 'cold-chain-eu', 'mockServiceWorker', 'mocks/hosts/']

const isSimulation = (name: string) =>
  /^(\.\.\/)?(mocks|simulator|src\/control-panel|src\/simulation\/world-file)\//.test(name) ||
  name === 'virtual:msw'

let manifest: Manifest

beforeAll(async () => {
  await buildIfStale()
  manifest = z
    .record(z.string(), chunk)
    .parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')))
}, 300_000)

/** All chunks that live mode can load: those reachable without entering the simulation. */
function reachedLive(): Set<string> {
  const reached = new Set<string>()
  const visit = (name: string) => {
    const entry = manifest[name]
    if (!entry || reached.has(name) || isSimulation(name)) return
    reached.add(name)
    for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(next)
  }
  // The page loads the files of the entry, which have no source name.
  const loaded = textOf('index.html')
  for (const [name, { file }] of Object.entries(manifest)) if (loaded.includes(`src="/${file}"`)) visit(name)
  return reached
}

const textOf = (file: string) => readFileSync(join(dist, file), 'utf8')
const wordsIn = (files: readonly string[]) =>
  files.flatMap((file) =>
    MOCK_WORDS.filter((word) => textOf(file).includes(word)).map((word) => `${file}: ${word}`),
  )

test('a build made by a test runner is a production build', () => {
  const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  expect(files.filter((name) => textOf(`assets/${name}`).includes('Download the React DevTools'))).toEqual([])
})

test('no chunk that live mode can load contains a word of the simulation', () => {
  const files = [...reachedLive()]
    .map((name) => manifest[name]?.file ?? '')
    .filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(50)
  expect(wordsIn(['index.html', ...files])).toEqual([])
})

test('the page lists the files that each page needs first, and live ones contain no word of the simulation', () => {
  const [, content = ''] = /<meta name="page-files" content="([^"]*)"/.exec(textOf('index.html')) ?? []
  const { client, files, pages } = pageFiles.parse(
    JSON.parse(content.replaceAll(/&quot;|&#34;/g, '"').replaceAll('&amp;', '&')),
  )
  expect(client).toMatch(/^flotilla\/\d/)
  const filesOf = (path: string) =>
    pages
      .find((page) => page.path !== undefined && new RegExp(page.path).test(path))
      ?.files.map((at) => files[at] ?? '') ?? []
  const named = (path: string) => filesOf(path).map((file) => file.replace(/^assets\/(.*)-.{8}\./, '$1.'))
  expect(named('/login')).toEqual(['form.js'])
  expect(named('/login/two-factor')).toEqual([])
  for (const path of ['/', '/fleets', '/blocks/'])
    expect(named(path)).toEqual(expect.arrayContaining(['shell.js', 'FleetsPage.js']))
  expect(named('/fleets/7/devices')).toEqual(expect.arrayContaining(['shell.js', 'FleetDevicesPage.js']))
  expect(named('/devices/0f1e')).toContain('DeviceSummaryPage.js')
  expect(named('/orgs/1/billing')).toEqual(['shell.js', 'shell.css'])
  const live = pages.flatMap((page) =>
    page.path === undefined ? [] : page.files.map((at) => files[at] ?? ''),
  )
  expect(wordsIn(live.filter((file) => file.endsWith('.js')))).toEqual([])
  expect(readdirSync(join(dist, 'assets')).map((file) => `assets/${file}`)).toEqual(
    expect.arrayContaining(files),
  )
})

test('scripts find what they load later by names without hashes, each of which is a file', () => {
  const files = readdirSync(join(dist, 'assets'))
  const [, list = ''] = /&quot;hashes&quot;:&quot;([^&]*)&quot;/.exec(textOf('index.html')) ?? []
  const table = list.split(' ').map((each) => each.split(':'))
  const named = table.map(([name = '', hash = '']) => name.replace(/(?:~\d+)?(\.\w+)$/, `-${hash}$1`))
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter((name) => !files.includes(name))).toEqual([])
  const lazy = new Set(named)
  const live = [...reachedLive()].map((name) => manifest[name]?.file ?? '')
  const hashed = live
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [
        ...textOf(file).matchAll(
          /(from|import)?\(?["'`](?:\.\/|assets\/)([\w.-]+-[\w-]{8}\.(?:js|css))["'`]/g,
        ),
      ]
        .filter(([whole, keyword]) => keyword === undefined || whole.startsWith('import('))
        .map(([, , name = '']) => name),
    )
  expect(hashed.filter((name) => lazy.has(name))).toEqual([])
})

test('no file of the page only forwards another one or holds only the bundler’s runtime', () => {
  const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  // The mock cloud's worker has its own.
  expect(Object.values(manifest).filter(({ file }) => file.includes('rolldown-runtime'))).toEqual([])
  expect(
    files.filter((name) => /^export\s*\{[^}]*\}\s*from[^;]*;?\s*$/.test(textOf(`assets/${name}`))),
  ).toEqual([])
})

test('the build does not validate the contract, as development does', () => {
  expect(Object.keys(manifest).filter((name) => name.includes('contract-guard'))).toEqual([])
  const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  expect(files.filter((name) => textOf(`assets/${name}`).includes('is not as the contract says:'))).toEqual(
    [],
  )
})

test('the build contains the simulation in separate chunks', () => {
  const all = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const words = wordsIn(all.map((name) => `assets/${name}`)).map((found) => found.split(': ')[1])
  expect(words).toContain('acme_logistics')
  expect(words).toContain('flotilla-demo')
})

test('[WORLD-003] the schema of world files is beside the page', () => {
  const published = readFileSync(new URL('../../docs/world.schema.json', import.meta.url), 'utf8')
  expect(textOf('world.schema.json')).toBe(published)
})

test('an open page can detect that it is outdated: it contains its build time', () => {
  const { builtAt, ...stamp } = JSON.parse(textOf('build-time.json')) as Record<string, string>
  expect(stamp).toEqual({ sources: expect.any(String), base: '/' })
  for (const page of ['index.html', '404.html'])
    expect(textOf(page)).toContain(`<meta name="built-at" content="${builtAt}" />`)
})

test('a change of any file renames at most 12 files', () => {
  const MOST = 12
  const files = readdirSync(join(dist, 'assets')).filter((name) => /\.(?:js|css)$/.test(name))
  const containedIn = new Map<string, string[]>(files.map((file) => [file, []]))
  for (const file of files.filter((each) => each.endsWith('.js')))
    for (const [name] of textOf(`assets/${file}`).matchAll(/[\w.-]+-[\w-]{8}\.(?:js|css)/g))
      if (name !== file) containedIn.get(name)?.push(file)
  const renamedWith = (file: string) => {
    const renamed = new Set([file])
    // The loop also visits what is added while it runs.
    for (const each of renamed) for (const next of containedIn.get(each) ?? []) renamed.add(next)
    return renamed.size
  }
  expect(files.length).toBeGreaterThan(250)
  expect(files.filter((file) => containedIn.get(file)?.length !== 0).length).toBeGreaterThan(50)
  expect(files.filter((file) => renamedWith(file) > MOST)).toEqual([])
})

test('a copy for offline use has every file of the build, those that are loaded lazily too, and can be installed as an app', () => {
  const { files } = z.object({ files: z.array(z.string()) }).parse(JSON.parse(textOf('offline-files.json')))
  const built = readdirSync(join(dist, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name))
  expect(built.filter((name) => !files.includes(`assets/${name}`))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['', 'config.json', 'manifest.webmanifest', 'icon.svg']))

  // What Chromium requires of an app, https://developer.chrome.com/docs/lighthouse/pwa/installable-manifest.
  const app = z
    .object({
      name: z.string(),
      short_name: z.string(),
      start_url: z.literal('.'),
      scope: z.literal('.'),
      display: z.literal('standalone'),
      icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
    })
    .parse(JSON.parse(textOf('manifest.webmanifest')))
  expect(app.icons.map(({ src }) => src).filter((src) => !files.includes(src))).toEqual([])
  expect(app.icons.some(({ sizes }) => sizes === 'any')).toBe(true)
})
