const FIRST_START_MS = 8_000
const TAKE_OVER_MS = 400

/**
 * Registers MSW's service worker and waits until it controls this page. Returns false when it cannot: no support for
 * service workers, blocked, no script, or a page loaded with a forced reload. MSW alone would reload the page or wait
 * forever in some of these cases.
 */
export async function controlPage(script: URL): Promise<boolean> {
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  if (container === undefined) return false
  try {
    if (!isControlled(container, script) && !(await takeOver(container, script))) return false
    leaveQuietly(container)
    return true
  } catch {
    return false
  }
}

async function takeOver(container: ServiceWorkerContainer, script: URL): Promise<boolean> {
  const registration: ServiceWorkerRegistration | undefined = await container.register(script)
  if (registration === undefined) return false
  const isNew = registration.active === null
  if (await controlled(container, script, isNew ? FIRST_START_MS : TAKE_OVER_MS)) return true
  if (isNew) return false

  // An already active worker does not claim pages again; only a new registration does.
  await registration.unregister()
  await container.register(script)
  return controlled(container, script, FIRST_START_MS / 4)
}

/**
 * MSW notifies its worker whenever a page is unloaded, and the worker unregisters itself when it sees no other page, as
 * during a reload. The next pages could then not be controlled, so this message is suppressed.
 */
function leaveQuietly(container: ServiceWorkerContainer): void {
  const worker = container.controller
  if (worker === null) return
  let leaving = false
  window.addEventListener('pagehide', () => (leaving = true))
  window.addEventListener('pageshow', () => (leaving = false))
  const send: ServiceWorker['postMessage'] = worker.postMessage.bind(worker)
  worker.postMessage = (message: unknown, options?: StructuredSerializeOptions | Transferable[]) => {
    if (leaving && message === 'CLIENT_CLOSE') return
    if (Array.isArray(options)) send(message, options)
    else send(message, options)
  }
}

function isControlled(container: ServiceWorkerContainer, script: URL): boolean {
  return container.controller?.scriptURL === script.href
}

async function controlled(
  container: ServiceWorkerContainer,
  script: URL,
  withinMs: number,
): Promise<boolean> {
  if (isControlled(container, script)) return true
  await new Promise((proceed) => {
    container.addEventListener('controllerchange', proceed, { once: true })
    setTimeout(proceed, withinMs)
  })
  return isControlled(container, script)
}
