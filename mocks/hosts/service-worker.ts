const FIRST_START_MS = 8_000
const TAKE_OVER_MS = 400

/**
 * Registers MSW's service worker and waits until it really handles this page's requests. False when it cannot: no
 * service workers here, blocked, no script, or a page loaded past it (a forced reload). MSW alone would reload the page
 * or wait for ever in some of these.
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

  // It was already active, so it will not claim pages again: only a fresh registration does.
  await registration.unregister()
  await container.register(script)
  return controlled(container, script, FIRST_START_MS / 4)
}

/**
 * MSW says goodbye to its worker whenever a page is unloaded, and the worker unregisters itself when it sees no other
 * page, as in the midst of a reload: then the next pages could not be controlled. So pages leave without a word.
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
