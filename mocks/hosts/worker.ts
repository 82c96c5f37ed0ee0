// The worker in which the browser's cloud lives: a SharedWorker, or a dedicated one that is handed its page's port.
import { createCloud } from '../cloud.ts'
import { loadWrites } from '../resources/data.ts'
import { loadLaterHandlers } from '../services/service-handlers.ts'
import { openWorldDatabase } from './world-database.ts'
import { createWorldHost } from './world-host.ts'

const host = createWorldHost({
  createCloud: (options) => createCloud({ ...options, keepsHistory: true }),
  // Dashboards below several paths of one host keep a world each.
  openStore: () => openWorldDatabase(import.meta.env.BASE_URL),
  // In a build, the script's own name carries a hash of its contents.
  build: new URL(import.meta.url).pathname,
  watchLifeline(lock, gone) {
    void navigator.locks?.request(lock, gone)
  },
  warn: (message, detail) => console.warn(message, detail),
})

function acceptPort(event: Event): void {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined
  if (port) host.accept(port)
}

// `connect` happens in a SharedWorker, `message` in a dedicated one.
self.addEventListener('connect', acceptPort)
self.addEventListener('message', acceptPort)

/** By then the first rows are there. */
const IDLE_MS = 5_000

// What the first pages did without is there before it is needed, also where the network goes meanwhile. What fails is loaded when it is asked for.
setTimeout(() => {
  void Promise.allSettled([
    loadLaterHandlers(),
    loadWrites(),
    import('../control/on-request.ts'),
    import('../third-party/other-hosts.ts'),
    import('../../simulator/shell/shell.ts'),
  ])
}, IDLE_MS)
