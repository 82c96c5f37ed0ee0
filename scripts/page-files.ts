import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import manifest from '../package.json' with { type: 'json' }
import { liveKeys } from '../src/config.ts'

interface Page {
  name: string
  /** Regular expression of its paths, without base path; the first matching page is used. */
  path?: string
  /** Users who are not signed in are redirected to the sign-in page. */
  isBehindSignIn?: boolean
  /** The modules that the router loads first. */
  modules: string[]
}

const SHELL = ['src/app/shell/Shell.tsx']
const FLEET = [...SHELL, 'src/features/fleets/FleetPage.tsx']
const guardedPage = (name: string, path: string, modules: string[]): Page => ({
  name,
  path,
  isBehindSignIn: true,
  modules,
})

/** The pages that users open directly. For all other pages, only the frame is preloaded. */
const pages: Page[] = [
  {
    name: 'sign-in',
    path: '^/login/?$',
    modules: ['src/app/pages/LoginPage.tsx'],
  },
  { name: 'entry', path: '^/(?:signup|password-reset|saml|two-factor|login|user)\\b', modules: [] },
  guardedPage('fleets', '^/(?:(?:fleets|apps|blocks)/?)?$', [...SHELL, 'src/features/fleets/FleetsPage.tsx']),
  guardedPage('fleet', '^/(?:fleets|apps|blocks)/\\d+/?$', [
    ...FLEET,
    'src/features/fleets/FleetSummaryPage.tsx',
  ]),
  guardedPage('devices', '^/fleets/\\d+/devices/?$', [
    ...FLEET,
    'src/features/device-list/FleetDevicesPage.tsx',
  ]),
  guardedPage('device', '^/devices/[0-9a-f]+/?$', [
    ...SHELL,
    'src/features/device-page/DevicePage.tsx',
    'src/features/device-page/summary/DeviceSummaryPage.tsx',
  ]),
  guardedPage('any other', '', SHELL),
  { name: 'simulation', modules: ['mocks/hosts/page.ts', 'src/control-panel/simulation.tsx', 'virtual:msw'] },
]

/**
 * Writes the files of each page, the name of this client and the keys of a valid configuration into index.html, for
 * `public/boot.js`. Otherwise the browser would find the files only after running the first script and reading the
 * configuration.
 */
export const pageFiles: Plugin = {
  name: 'page-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, chunk }) {
      if (bundle === undefined || chunk === undefined) return undefined
      const known = new Set(filesOf(bundle, [chunk.fileName]))
      const files: string[] = []
      const pageFiles = pages.map(({ modules, ...page }) => {
        const wanted = filesOf(
          bundle,
          modules.map((module) => fileOf(bundle, module)),
        )
        const places = [...wanted]
          .filter((file) => !known.has(file))
          .map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1))
        return { ...page, files: places }
      })
      const content = JSON.stringify({
        client: `${manifest.name}/${manifest.version}`,
        liveKeys,
        files,
        pages: pageFiles,
        // Filled in by `stableNames`.
        hashes: '{{file-hashes}}',
        runFirst: '{{run-first}}',
      })
      return {
        html: html.replace(
          /<script src="([^"]*)boot\.js">/,
          `<script src="$1${HASHED_BOOT}" data-base="../">`,
        ),
        tags: [{ tag: 'meta', attrs: { name: 'page-files', content }, injectTo: 'head-prepend' }],
      }
    },
  },
  // With a hash in its name, the file is cached: everything else waits for it at each load.
  generateBundle: {
    order: 'pre',
    handler() {
      this.emitFile({ type: 'asset', fileName: HASHED_BOOT, source: BOOT })
    },
  },
  writeBundle({ dir = '' }) {
    rmSync(join(dir, 'boot.js'))
  },
}

const BOOT = readFileSync(join(import.meta.dirname, '../public/boot.js'), 'utf8')
const HASHED_BOOT = `assets/boot-${createHash('sha256').update(BOOT).digest('base64url').slice(0, 8)}.js`

/** The file that contains a lazily loaded module. */
function fileOf(bundle: Rolldown.OutputBundle, module: string): string {
  const isIt = (id: string | null) =>
    id !== null && (id === join(import.meta.dirname, '..', module) || id.replace(/^\0/, '') === module)
  const found = Object.values(bundle).find((each) => each.type === 'chunk' && each.moduleIds.some(isIt))
  if (found === undefined) throw new Error(`The build has no file for ${module}`)
  return found.fileName
}

/** The scripts and styles that these scripts load immediately, including themselves. */
function filesOf(bundle: Rolldown.OutputBundle, names: readonly string[]): Set<string> {
  const scripts = new Set(names)
  const styles = new Set<string>()
  for (const name of scripts) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') continue
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    for (const imported of chunk.imports) scripts.add(imported)
  }
  return new Set([...scripts, ...styles])
}
