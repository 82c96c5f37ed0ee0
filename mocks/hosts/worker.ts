// The worker that runs the cloud in the browser: a SharedWorker, or a dedicated worker with the port of its page.

import { createCloud } from '../cloud.ts'
import { loadShell } from '../devices/load-shell.ts'
import { loadWrites } from '../router/data-handlers.ts'
import { loadLaterHandlers } from '../router/service-handlers.ts'
import { openWorldDatabase } from './world-database.ts'
import { createWorldHost } from './world-host.ts'

const host = createWorldHost({
  createCloud: (options) => createCloud({ ...options, keepsHistory: true }),
  // Dashboards below different paths of one host have separate worlds.
  openStore: () => openWorldDatabase(import.meta.env.BASE_URL),
  // In a build, the name of the script contains a hash of its contents.
  build: new URL(import.meta.url).pathname,
  watchLifeline(lock, released) {
    void navigator.locks?.request(lock, released)
  },
  warn: (message, detail) => console.warn(message, detail),
})

function acceptPort(event: Event): void {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined
  if (port) host.accept(port)
}

// `connect` is fired in a SharedWorker, `message` in a dedicated worker.
self.addEventListener('connect', acceptPort)
self.addEventListener('message', acceptPort)

/** By then the first rows have been loaded. */
const IDLE_MS = 5_000

// Preload code that the first pages did not need, so that it is there even if the network fails. What fails is loaded again on
// demand.
setTimeout(() => {
  void Promise.allSettled([
    loadLaterHandlers(),
    loadWrites(),
    import('../control/on-request.ts'),
    import('../faults/fault-injection.ts'),
    import('../third-party/other-hosts.ts'),
    loadShell(),
  ])
}, IDLE_MS)
