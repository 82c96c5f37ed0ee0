import { isApiError } from '@/api/errors.ts'
import { readStaticFile } from '@/api/static-files.ts'
import { pageText } from '@/messages/app/pages.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

const POLL_EVERY_MS = 3_000
const WAITS = 'page-waits'

/** A lazily loaded chunk or its styles could not be loaded. The message depends on the browser and the bundler. */
export function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
  )
}

/** Whether the dashboard's server responds, with any status: then a missing chunk is really gone. */
async function serverAnswers(): Promise<boolean> {
  if (navigator.onLine === false) return false
  try {
    await readStaticFile('build-time.json')
    return true
  } catch (error) {
    return !isApiError(error, 'network')
  }
}

/** Resolves when the dashboard's server responds: true if it did immediately; otherwise `onWait` is called first. */
async function untilServerAnswers(onWait: () => void): Promise<boolean> {
  if (await serverAnswers()) return true
  onWait()
  do {
    await new Promise<void>((proceed) => {
      const timer = setTimeout(done, POLL_EVERY_MS)
      function done() {
        clearTimeout(timer)
        window.removeEventListener('online', done)
        proceed()
      }
      window.addEventListener('online', done)
    })
  } while (!(await serverAnswers()))
  return false
}

const RELOADED = 'flotilla:reloaded-from'

/**
 * Reloads the dashboard at a URL, once per loaded version: after a deployment, the new page knows the new chunks.
 * Returns false if that was already done, or cannot be remembered.
 */
export function reloadOnce(address: string, version: string = import.meta.url): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === version) return false
    sessionStorage.setItem(RELOADED, version)
  } catch {
    return false
  }
  window.location.assign(address)
  if (new URL(address, window.location.href).hash !== '') window.location.reload()
  return true
}

/** A chunk that timed out; waiting longer is useless. */
export class ChunkTooLate extends TypeError {
  constructor() {
    super('A dynamically imported module took too long')
  }
}

const mayWait = (error: unknown) => isMissingChunk(error) && !(error instanceof ChunkTooLate)

/**
 * Loads a page's chunk. While offline it waits: the user gets a notice, keeps the current page, and gets there when the
 * connection is back. If the chunk is gone, the requested URL is reloaded.
 */
export async function loadWithRetry<Loaded>(
  load: () => Promise<Loaded>,
  destination: () => string,
): Promise<Loaded> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load()
    } catch (error) {
      if (!mayWait(error)) throw error
      const isThere = await untilServerAnswers(() => {
        showToast({ tone: 'warn', key: WAITS, title: pageText.offlineWaits })
      })
      // Only a second failure in a row with a responding server means that the chunk is gone.
      if (!isThere) failures = 0
      if (failures < 2) continue
      // The page is being reloaded; show nothing more on it.
      if (reloadOnce(destination())) return new Promise<never>(() => {})
      throw error
    }
  }
}

/** Recovers a page when another chunk than its own is missing: reloads as soon as that can help. */
export async function recoverMissingChunk(error: unknown, onWait: () => void): Promise<void> {
  if (!mayWait(error)) return
  const { href } = window.location
  if (await untilServerAnswers(onWait)) reloadOnce(href)
  else window.location.reload()
}

/** Preloads a chunk. If that fails, it is loaded when needed. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => {})
}
