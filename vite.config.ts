import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { chunksByUse } from './scripts/chunks.ts'
import { readableClassName } from './scripts/class-names.ts'
import { policyInPage } from './scripts/hosting/security-headers.ts'
import { iconsByFile } from './scripts/icons-by-file.ts'
import { joinFiles } from './scripts/join-files.ts'
import { largeTowns } from './scripts/large-towns.ts'
import { landOutline, mapData } from './scripts/map-data.ts'
import {
  chartsInAnyLanguage,
  leafletWithoutHtml,
  narrowFaker,
  noCookieStore,
  noIdleSource,
  parserWithoutEval,
} from './scripts/mended-packages.ts'
import { packagesOfPage, servedByFile } from './scripts/packages-of-page.ts'
import { pageFiles } from './scripts/page-files.ts'
import { pseudoLanguage } from './scripts/pseudo-language.ts'
import { queriesByFile } from './scripts/queries-by-file.ts'
import { stableNames } from './scripts/stable-names.ts'
import { thirdPartyLicenses } from './scripts/third-party-licenses.ts'
import { townData } from './scripts/town-data.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The content security policy as a meta element, for hosts that send no headers. Must be first in the head. */
const policyForPage: Plugin = {
  name: 'policy-for-page',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: policyInPage() },
      injectTo: 'head-prepend',
    },
  ],
}

/** See the file: files of our own server are not announced to the page, and come from the saved copy without a network. */
const OWN_FILES = readFileSync(at('./mocks/hosts/own-files.js'), 'utf8')

const ownFiles: Plugin = {
  name: 'own-files',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const worker = bundle['mockServiceWorker.js']
      if (worker?.type === 'asset') worker.source = OWN_FILES + String(worker.source)
    },
  },
}

/** For editors of world files (docs/worlds.md). */
const worldSchema: Plugin = {
  name: 'world-schema',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(at('./docs/world.schema.json'))
    this.emitFile({ type: 'asset', fileName: 'world.schema.json', source })
  },
}

/** Workers have plugins of their own in builds only: the development server serves their modules by those of the page. */
const inDevelopment = (plugin: Plugin): Plugin => ({ ...plugin, apply: 'serve' })

const chunks = chunksByUse()
const licenses = thirdPartyLicenses()

export default defineConfig({
  // `auto`: the service worker's script is emitted beside a build because its lazily loaded mocks import `virtual:msw`.
  plugins: [
    pseudoLanguage(process.env['VITE_PSEUDO_LANGUAGE']),
    react(),
    msw(),
    ownFiles,
    noIdleSource,
    noCookieStore,
    parserWithoutEval,
    chartsInAnyLanguage,
    leafletWithoutHtml,
    iconsByFile,
    queriesByFile,
    pageFiles,
    largeTowns,
    landOutline,
    inDevelopment(mapData),
    worldSchema,
    policyForPage,
    chunks.plugin,
    joinFiles,
    stableNames,
    licenses.inPage,
  ],
  resolve: {
    alias: [
      { find: '@', replacement: at('./src') },
      // The original inserts a style element, which the content security policy forbids.
      { find: 'react-style-singleton', replacement: at('./src/ui/theme/style-singleton.ts') },
      // The ES modules, which can be tree-shaken.
      { find: /^leaflet$/, replacement: at('./node_modules/leaflet/dist/leaflet-src.esm.js') },
    ],
  },
  css: { modules: { generateScopedName: readableClassName } },
  worker: {
    format: 'es',
    rolldownOptions: { checks: { pluginTimings: false } },
    plugins: () => [narrowFaker, parserWithoutEval, mapData, townData, licenses.inWorker],
  },
  optimizeDeps: {
    // All that the sources import: see the file. What is missing there is found when it is requested.
    entries: [],
    include: packagesOfPage(),
    exclude: servedByFile,
    holdUntilCrawlEnd: false,
  },
  // Only this machine, unless --host is given.
  server: {
    host: '127.0.0.1',
    port: 5173,
    // Compiled while the browser opens.
    warmup: { clientFiles: ['src/main.tsx', 'mocks/hosts/page.ts', 'mocks/hosts/worker.ts'] },
  },
  preview: { host: '127.0.0.1', port: 4173 },
  build: {
    target: 'es2024',
    sourcemap: false,
    // For tests that check what a page loads.
    manifest: true,
    // So that the content security policy need not allow `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // Not a problem of the build, but a hint for authors of plugins.
      checks: { pluginTimings: false },
      // No other code imports the scripts. Keeps entry modules in the files that `chunks` chose, for `joinFiles`.
      preserveEntrySignatures: false,
      output: {
        codeSplitting: {
          groups: [
            { name: chunks.nameOf, debugName: 'chunks by use', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
