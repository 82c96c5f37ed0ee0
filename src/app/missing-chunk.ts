import { isApiError } from '@/api/errors.ts'
import { readStaticFile } from '@/api/static-files.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { pageText } from '@/messages/shell.ts'

const LOOK_EVERY_MS = 3_000
const WAITS = 'page-waits'

/** A lazily loaded part, or its styles, did not arrive. Each browser words it its own way, and the bundler its own. */
export function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
  )
}

/** Whether the dashboard's own server answers, whatever it answers: what was missing is then really gone. */
async function serverAnswers(): Promise<boolean> {
  if (navigator.onLine === false) return false
  try {
    await readStaticFile('build-time.json')
    return true
  } catch (error) {
    return !isApiError(error, 'network')
  }
}

/** Resolves when the dashboard's own server answers: true when it did at once, else `onWait` is called before the wait. */
async function untilServerAnswers(onWait: () => void): Promise<boolean> {
  if (await serverAnswers()) return true
  onWait()
  do {
    await new Promise<void>((proceed) => {
      const timer = setTimeout(done, LOOK_EVERY_MS)
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
 * Loads the dashboard anew at an address, once for each version that is open: a new one was published, and its page knows
 * where its parts are. False when that was done already, or cannot be remembered.
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

/** A part that did not come in time; waiting on for it is no use. */
export class ChunkTooLate extends TypeError {
  constructor() {
    super('A dynamically imported module took too long')
  }
}

const mayWait = (error: unknown) => isMissingChunk(error) && !(error instanceof ChunkTooLate)

/**
 * Loads a page's part. Without a connection it waits: the person is told so, keeps the page they are on and gets there by
 * themselves when the connection is back. A part that is gone leads to a reload at the address that was asked for.
 */
export async function loadPatiently<Loaded>(
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
      // Only a second failure in a row, with a server that answers, is of a part that is gone.
      if (!isThere) failures = 0
      if (failures < 2) continue
      // The page goes away now; nothing more is to be shown on it.
      if (reloadOnce(destination())) return new Promise<never>(() => {})
      throw error
    }
  }
}

/** What mends a page of which a part is missing that was not the page's own: a reload, at once or as soon as it can work. */
export async function mendMissingChunk(error: unknown, onWait: () => void): Promise<void> {
  if (!mayWait(error)) return
  const { href } = window.location
  if (await untilServerAnswers(onWait)) reloadOnce(href)
  else window.location.reload()
}

/** Loads a part before it is needed. Where that fails, it is loaded when it is needed. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => {})
}
