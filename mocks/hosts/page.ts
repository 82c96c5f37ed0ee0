import { WebSocketInterceptor } from '@mswjs/interceptors/WebSocket'
import {
  interceptInPage,
  noteInterception,
  releaseCopy,
  stopIntercepting,
  type Handlers,
} from './intercept-in-page.ts'
import { requestHandlers, socketHandlers, streamingPastServiceWorker } from './page-handlers.ts'
import type { CloudAddresses } from './page-handlers.ts'
import { controlPage } from './service-worker.ts'
import { createWorkerClient } from './worker-client.ts'
import type { WorkerClient } from './worker-client.ts'
import { canTransferStreams } from './worker-messages.ts'
import type { Greeting, Port, ReplacementLoss, WorldChoice } from './worker-messages.ts'

export interface PageOptions extends CloudAddresses {
  /** The world of the configuration file. */
  configured: WorldChoice
  /** The world in the URL of the page. */
  linked: WorldChoice
  /** The base path of the application: `/` or a folder. */
  basePath: string
}

/** How the simulated cloud runs in this browser. */
export interface PageCloud {
  /** `worker`: each tab has its own world, because this browser has no shared workers. */
  mode: 'shared-worker' | 'worker'
  /** `in-page`: requests do not appear in the browser's network panel, and downloads by link do not work. */
  interception: 'service-worker' | 'in-page'
  /** The linked world, if it waits for an answer because of what it would take away. */
  pendingLink: PendingLink | undefined
  /** Called when the clock, the world or the faults change, in this tab or another. */
  onWorldChange(listener: () => void): () => void
}

/** A linked world that is not open yet. */
export interface PendingLink {
  loss: ReplacementLoss
  /** Opens it for all tabs. Rejects with a readable message. */
  open(): Promise<void>
}

/**
 * Starts the cloud in a worker and redirects this page's requests and sockets to it. Resolves when both are intercepted.
 * Rejects with a readable message when the world cannot be opened.
 */
export async function startCloud(options: PageOptions): Promise<PageCloud> {
  const [{ cloud, mode, loss }, isControlled] = await Promise.all([
    openWorld(options),
    controlPage(new URL(`${options.basePath}mockServiceWorker.js`, window.location.href)),
  ])
  keepWhenLeaving(cloud)
  const handlers = [
    ...requestHandlers(cloud, options),
    ...withoutDatabase(() => socketHandlers(cloud, options)),
  ]
  const intercepted = isControlled && (await interceptInServiceWorker(handlers))
  // If the service worker does not start, sockets are still intercepted.
  if (!intercepted) await interceptInPage(handlers, isControlled ? [] : [new WebSocketInterceptor()])
  else if (isFirefox() || !canTransferStreams())
    window.fetch = streamingPastServiceWorker(cloud, options, window.fetch.bind(window))
  return {
    mode,
    interception: intercepted ? 'service-worker' : 'in-page',
    pendingLink: loss === null ? undefined : { loss, open: () => openPending(cloud, options) },
    onWorldChange: cloud.onWorldChange,
  }
}

async function openPending(cloud: WorkerClient, { configured, linked }: PageOptions): Promise<void> {
  await cloud.hello({ configured, linked, lifeline: null, isConfirmed: true })
}

const isFirefox = () => CSS.supports('-moz-appearance', 'none') && 'mozInnerScreenX' in window

/**
 * MSW stores a list of sockets in IndexedDB, which is not used here. If the browser refuses a database, that causes an
 * unhandled error, so MSW gets none. The dashboard's own databases are not affected.
 */
function withoutDatabase<Made>(make: () => Made): Made {
  const own = Object.getOwnPropertyDescriptor(window, 'indexedDB')
  Object.defineProperty(window, 'indexedDB', { value: undefined, configurable: true })
  try {
    return make()
  } finally {
    Reflect.deleteProperty(window, 'indexedDB')
    if (own !== undefined) Object.defineProperty(window, 'indexedDB', own)
  }
}

async function openWorld({ configured, linked }: PageOptions) {
  const greeting: Greeting = { configured, linked, lifeline: await holdLifeline() }
  const shared = connectSharedWorker()
  if (shared) {
    const cloud = createWorkerClient(shared.port)
    const outcome = await Promise.race([cloud.hello(greeting), shared.failed])
    if (outcome !== 'failed') return { cloud, mode: 'shared-worker' as const, loss: outcome }
  }
  const own = connectWorker()
  const cloud = createWorkerClient(own.port)
  const loss = await Promise.race([cloud.hello(greeting), own.failed])
  return { cloud, mode: 'worker' as const, loss }
}

declare global {
  interface WorkerOptions {
    /** Stays alive for a while after its last page is closed, so that a reload finds it; supported by some browsers. */
    extendedLifetime?: boolean
  }
}

/** In development, a reload must run the latest code, not the previous worker. */
function makeSharedWorker(): SharedWorker {
  return import.meta.env.DEV
    ? new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'flotilla-cloud' })
    : new SharedWorker(new URL('./worker.ts', import.meta.url), {
        type: 'module',
        name: 'flotilla-cloud',
        extendedLifetime: true,
      })
}

function connectSharedWorker(): { port: Port; failed: Promise<'failed'> } | null {
  if (typeof SharedWorker === 'undefined') return null
  try {
    const worker = makeSharedWorker()
    const failed = new Promise<'failed'>((fail) => {
      worker.addEventListener('error', () => fail('failed'))
    })
    return { port: worker.port, failed }
  } catch {
    return null
  }
}

function connectWorker(): { port: Port; failed: Promise<never> } {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'flotilla-cloud',
  })
  const { port1, port2 } = new MessageChannel()
  worker.postMessage('connect', [port2])
  const failed = new Promise<never>((_, fail) => {
    worker.addEventListener('error', ({ message }) => fail(new Error(message || 'Its worker did not start.')))
  })
  return { port: port1, failed }
}

/**
 * A lock held as long as this page exists: the browser releases it when the page is closed, also after a crash. Resolves
 * when it is held. The next holder of the lock knows that the page is gone.
 */
async function holdLifeline(): Promise<string | null> {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  if (locks === undefined) return null
  const name = `flotilla-page-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`
  const held = Promise.withResolvers<string>()
  const forEver = new Promise<never>(() => {})
  locks
    .request(name, () => {
      held.resolve(name)
      return forEver
    })
    .catch(held.reject)
  return held.promise.catch(() => null)
}

function keepWhenLeaving(cloud: WorkerClient): void {
  window.addEventListener('pagehide', (event) => (event.persisted ? cloud.keep() : cloud.bye()))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') cloud.keep()
  })
}

async function interceptInServiceWorker(handlers: Handlers): Promise<boolean> {
  const { network } = await import('virtual:msw')
  await stopIntercepting()
  network.configure({ handlers, onUnhandledFrame: 'bypass', context: { quiet: true } })
  network.events.on('response:mocked', ({ response }) => releaseCopy(response))
  try {
    await network.enable()
    noteInterception(network)
    return true
  } catch {
    return false
  }
}
