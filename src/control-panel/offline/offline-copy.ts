import { readStaticFile } from '@/api/static-files.ts'
import { offlineText as text } from '@/messages/control-panel/offline.ts'

/** The files of a build and its time, written by the build. */
const LIST = 'offline-files.json'
/** As in the service worker (`mocks/hosts/own-files.js`). */
const CHANGED = 'flotilla-offline-copy'
const COMPLETE = 'offline-copy-complete'
/** Tabs save one after the other: each deletes the copies of the others. */
const LOCK = 'flotilla-offline-copy'
const AT_A_TIME = 6
const WORKER_PATIENCE_MS = 3_000

/** The folder of the dashboard, which is also the scope of its service worker. */
const scope = () => new URL(import.meta.env.BASE_URL, document.baseURI).href
const prefix = () => `flotilla-offline ${scope()} `
const inScope = (file: string) => new URL(file, scope()).href

interface FileList {
  builtAt: string
  files: readonly string[]
}

function isFileList(value: unknown): value is FileList {
  if (typeof value !== 'object' || value === null) return false
  const { builtAt, files } = value as Partial<Record<keyof FileList, unknown>>
  return (
    typeof builtAt === 'string' && Array.isArray(files) && files.every((file) => typeof file === 'string')
  )
}

/** Whether this browser can start the dashboard without a network: only with a service worker, which not every page may have. */
export const canWorkOffline = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null && 'caches' in globalThis

/** The build time of the page; null in development. */
export const pageBuiltAt = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="built-at"]')?.content ?? null

/** The build time of the complete copy in this browser; null if there is none. */
export async function offlineCopy(): Promise<string | null> {
  if (!('caches' in globalThis)) return null
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix())).toSorted()
  for (const name of names.toReversed()) {
    const cache = await caches.open(name)
    if ((await cache.match(inScope(COMPLETE))) !== undefined)
      return name.slice(prefix().length).split(' ')[0] ?? null
  }
  return null
}

type OnProgress = (done: number, total: number) => void

/**
 * Saves all files of the deployed build, so that the dashboard starts without a network. The copy is used only when it is complete
 * and all of one build; until then, an earlier copy stays, also one of the same build. Throws an error with a message for the user.
 */
export const saveOfflineCopy = (onProgress: OnProgress): Promise<string> =>
  navigator.locks.request(LOCK, () => save(onProgress))

async function save(onProgress: OnProgress): Promise<string> {
  const list = await readStaticFile(LIST)
  if (!isFileList(list)) throw new Error(text.noList)
  const { builtAt, files } = list
  const name = `${prefix()}${builtAt} ${Date.now()}`
  const cache = await caches.open(name)
  try {
    const left = [...files]
    let done = 0
    const saveNext = async () => {
      for (let file = left.pop(); file !== undefined; file = left.pop()) {
        try {
          await cache.add(new Request(inScope(file), { cache: 'no-cache' }))
        } catch (error) {
          // The others end with what they are loading.
          left.length = 0
          throw error
        }
        onProgress(++done, files.length)
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: AT_A_TIME }, saveNext))
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    const page = await cache.match(scope())
    const saved = new DOMParser().parseFromString((await page?.text()) ?? '', 'text/html')
    const savedAt = saved.querySelector<HTMLMetaElement>('meta[name="built-at"]')?.content
    if (savedAt !== builtAt) throw new Error(text.changedMeanwhile)
    await cache.put(inScope(COMPLETE), new Response(''))
  } catch (error) {
    await caches.delete(name)
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new Error(text.noRoom)
    throw error instanceof TypeError ? new Error(text.unreachable, { cause: error }) : error
  }
  for (const other of await caches.keys())
    if (other.startsWith(prefix()) && other !== name) await caches.delete(other)
  await tellWorker()
  return builtAt
}

/** Deletes all copies. */
export async function removeOfflineCopy(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix())) await caches.delete(name)
  await tellWorker()
}

/** Replaces a copy of an earlier build by the build of this page. Failures are ignored: the earlier copy stays. */
export async function renewOfflineCopy(): Promise<void> {
  if (!canWorkOffline()) return
  const saved = await offlineCopy().catch(() => null)
  if (saved === null || saved === pageBuiltAt()) return
  // Another tab renews it already.
  await navigator.locks
    .request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await save(() => {})
    })
    .catch(() => undefined)
}

/** Lets the service worker look for the copy again. */
function tellWorker(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(resolve, WORKER_PATIENCE_MS)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      port1.close()
      resolve()
    })
    port1.start()
    navigator.serviceWorker.controller?.postMessage(CHANGED, [port2])
  })
}
