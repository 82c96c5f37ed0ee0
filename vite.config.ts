import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { chunksByUse } from './scripts/chunks.ts'
import { iconsByFile } from './scripts/icons-by-file.ts'
import { joinFiles } from './scripts/join-files.ts'
import { mapData } from './scripts/map-data.ts'
import { narrowFaker, parserWithoutEval } from './scripts/mended-packages.ts'
import { pageFiles } from './scripts/page-files.ts'
import { thirdPartyLicenses } from './scripts/third-party-licenses.ts'
import { policyInPage } from './scripts/hosting/security-headers.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Leaflet asks old browsers what they can by writing HTML as it loads, which the content security policy forbids. */
const leafletWithoutHtml: Plugin = {
  name: 'leaflet-without-html',
  transform: {
    filter: { id: /leaflet-src\.esm/ },
    handler: (code) =>
      code
        .replace(
          "div.innerHTML = '<svg/>';",
          "div.append(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));",
        )
        .replace('var vml = !svg$1 &&', 'var vml = false &&'),
  },
}

/** For hosts that send no headers: the page says itself what it may run. Before everything that it could be about. */
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

/**
 * MSW makes a second source of requests as it loads, which nobody starts: it listens all the same, waits for its worker for
 * ever and keeps each message that comes meanwhile, some 4 kB for each request. Unused, it goes.
 */
const noIdleSource: Plugin = {
  name: 'no-idle-source',
  apply: 'build',
  transform: {
    filter: { id: /msw\/lib\/browser\/index/ },
    handler: (code) =>
      code.replace(
        'const defaultNetworkOptions = createDefaultNetworkOptions()',
        'const defaultNetworkOptions = /* @__PURE__ */ createDefaultNetworkOptions()',
      ),
  },
}

/** MSW keeps cookies of simulated answers, with the whole public suffix list; the simulated cloud sets none. */
const noCookieStore: Plugin = {
  name: 'no-cookie-store',
  apply: 'build',
  transform: {
    filter: { id: /msw\/lib\/_chunks\/cookie-store|\/node_modules\/(?:tough-cookie|tldts[^/]*)\// },
    handler: (code) => ({
      code: code.replace(
        'const cookieStore = isNodeProcess() ? null : new CookieStore()',
        'const cookieStore = null',
      ),
      // What nobody uses any more goes.
      moduleSideEffects: false,
    }),
  },
}

/** Goes before MSW's own script. Its worker asks the page about each request, which makes a third of a page's load; our own server is no cloud. */
const OWN_FILES_PASS = `addEventListener('fetch', (event) => {
  if (new URL(event.request.url).origin === location.origin) event.stopImmediatePropagation()
})
`

const ownFilesPass: Plugin = {
  name: 'own-files-pass',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const worker = bundle['mockServiceWorker.js']
      if (worker?.type === 'asset') worker.source = OWN_FILES_PASS + String(worker.source)
    },
  },
}

/** Editors of world files read it (docs/worlds.md). */
const worldSchema: Plugin = {
  name: 'world-schema',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(at('./docs/world.schema.json'))
    this.emitFile({ type: 'asset', fileName: 'world.schema.json', source })
  },
}

const chunks = chunksByUse()
const licenses = thirdPartyLicenses()

export default defineConfig({
  // `auto`: the service worker's script is emitted beside a build because its lazily loaded mocks import `virtual:msw`.
  plugins: [
    react(),
    msw(),
    ownFilesPass,
    noIdleSource,
    noCookieStore,
    parserWithoutEval,
    leafletWithoutHtml,
    iconsByFile,
    pageFiles,
    worldSchema,
    policyForPage,
    chunks.plugin,
    joinFiles,
    licenses.inPage,
  ],
  resolve: {
    alias: [
      { find: '@', replacement: at('./src') },
      // The original writes a style element, which the content security policy forbids.
      { find: 'react-style-singleton', replacement: at('./src/ui/theme/style-singleton.ts') },
      // As modules, of which only what is used is kept.
      { find: /^leaflet$/, replacement: at('./node_modules/leaflet/dist/leaflet-src.esm.js') },
    ],
  },
  worker: { format: 'es', plugins: () => [narrowFaker, parserWithoutEval, mapData, licenses.inWorker] },
  // What only workers and lazily loaded code import: found late, it would reload the page in the midst of starting.
  optimizeDeps: {
    entries: [
      'index.html',
      'mocks/hosts/worker.ts',
      'src/ui/map/cluster-worker.ts',
      'src/ui/map/outlines/outline-worker.ts',
    ],
    include: [
      '@mswjs/interceptors/WebSocket',
      '@mswjs/interceptors/XMLHttpRequest',
      '@mswjs/interceptors/fetch',
      'idb',
      'msw/browser',
      'msw/experimental',
      'msw/http',
      'msw/ws',
      'socket.io-client',
      'socket.io-parser',
    ],
  },
  // This machine alone, unless --host says otherwise.
  server: { host: '127.0.0.1', port: 5173 },
  preview: { host: '127.0.0.1', port: 4173 },
  build: {
    target: 'es2024',
    sourcemap: false,
    // For `npm run bench` and for tests that follow what a page loads.
    manifest: true,
    // The content security policy need not allow `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // Nobody else imports the page's scripts; `joinFiles` needs modules in the files that `chunks` chose.
      preserveEntrySignatures: false,
      output: {
        codeSplitting: {
          groups: [{ name: chunks.nameOf, includeDependenciesRecursively: false }],
        },
      },
    },
  },
})
