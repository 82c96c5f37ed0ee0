import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

const SCRIPT = readFileSync(join(import.meta.dirname, 'own-files.js'), 'utf8')
const SCOPE = 'https://demo.example/demo/'
const COMPLETE = `${SCOPE}offline-copy-complete`

type Caches = Record<string, Record<string, string>>

/** Runs the script as a service worker with saved files, by cache and URL. */
function aWorker(
  caches: Caches,
  network: (url: string) => Promise<Response>,
  namesOfCaches = async () => Object.keys(caches),
) {
  const listeners = new Map<string, (event: unknown) => void>()
  const fetched = vi.fn((request: { url: string }) => network(request.url))
  const open = async (name: string) => ({
    match: async (url: string) => {
      const text = caches[name]?.[url.replace(/\?.*/, '')]
      return text === undefined ? undefined : new Response(text)
    },
  })
  runInNewContext(SCRIPT, {
    registration: { scope: SCOPE },
    location: new URL(SCOPE),
    caches: { keys: namesOfCaches, open },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    fetch: fetched,
    URL,
    setTimeout,
  })
  return {
    fetched,
    /** The text of the answer; undefined if the browser asks the network itself, null if MSW sees the request. */
    async ask(url: string, { method = 'GET', mode = 'cors' } = {}): Promise<string | undefined | null> {
      let answer: Promise<Response> | undefined
      let isHidden = false
      listeners.get('fetch')?.({
        request: { url, method, mode },
        stopImmediatePropagation: () => (isHidden = true),
        respondWith: (response: Promise<Response>) => (answer = response),
      })
      if (!isHidden) return null
      return answer && (await answer).text()
    },
    async announceCopy() {
      let waited: Promise<unknown> | undefined
      const post = vi.fn()
      listeners.get('message')?.({
        data: 'flotilla-offline-copy',
        ports: [{ postMessage: post }],
        stopImmediatePropagation() {},
        waitUntil: (work: Promise<unknown>) => (waited = work),
      })
      await waited
      return post
    },
  }
}

const server = async (url: string) => new Response(`server: ${url.slice(SCOPE.length)}`)
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))
const SCRIPT_FILE = `${SCOPE}assets/shell-AbCd_-12.js`
const files = { [SCOPE]: 'page', [SCRIPT_FILE]: 'script', [`${SCOPE}config.json`]: 'config' }
const saved = { [`flotilla-offline ${SCOPE} 2026-11-20`]: { ...files, [COMPLETE]: '' } }

test('without a copy, own files are the browser’s business, and requests to the platform are MSW’s', async () => {
  const worker = aWorker({ 'flotilla-offline https://demo.example/other/ 1': { [COMPLETE]: '' } }, server)
  expect(await worker.ask('https://api.flotilla.test/v7/device')).toBeNull()
  await worker.announceCopy()
  expect(await worker.ask(SCRIPT_FILE)).toBeUndefined()
  expect(worker.fetched).not.toHaveBeenCalled()
})

test('a copy that is not complete is never used', async () => {
  const worker = aWorker({ [`flotilla-offline ${SCOPE} 2026-11-20`]: files }, noNetwork)
  await expect(worker.ask(SCOPE, { mode: 'navigate' })).rejects.toThrow('Failed to fetch')
})

test('without a network, the copy answers for every page, its files and the configuration', async () => {
  const worker = aWorker(saved, noNetwork)
  expect(await worker.ask(`${SCOPE}fleets/7?page=2`, { mode: 'navigate' })).toBe('page')
  expect(await worker.ask(SCRIPT_FILE)).toBe('script')
  expect(await worker.ask(`${SCOPE}config.json`)).toBe('config')
  await expect(worker.ask(`${SCOPE}assets/newer-AbCd_-34.js`)).rejects.toThrow('Failed to fetch')
})

test('with a network, the page, the configuration and newer files are the server’s; files with the same hash are the same', async () => {
  const worker = aWorker(saved, server)
  expect(await worker.ask(`${SCOPE}fleets`, { mode: 'navigate' })).toBe('server: fleets')
  expect(await worker.ask(`${SCOPE}config.json`)).toBe('server: config.json')
  expect(await worker.ask(`${SCOPE}assets/shell-Newer123.js`)).toBe('server: assets/shell-Newer123.js')
  expect(await worker.ask(SCRIPT_FILE)).toBe('script')
  expect(await worker.ask(`${SCOPE}report`, { method: 'POST' })).toBeUndefined()
  expect(await worker.ask('https://demo.example/v7/device')).toBeUndefined()
})

test('a network that does not answer is waited for five seconds', async () => {
  vi.useFakeTimers()
  const worker = aWorker(saved, () => new Promise(() => {}))
  const page = worker.ask(SCOPE, { mode: 'navigate' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await page).toBe('page')
  vi.useRealTimers()
})

test('the worker notices a copy that was saved or removed while it runs, and says when it has', async () => {
  const caches: Caches = {}
  const worker = aWorker(caches, noNetwork)
  await worker.announceCopy()
  expect(await worker.ask(SCRIPT_FILE)).toBeUndefined()
  Object.assign(caches, saved)
  expect(await worker.announceCopy()).toHaveBeenCalledWith('done')
  expect(await worker.ask(SCRIPT_FILE)).toBe('script')
})

test('of two searches at once the later one counts, also when it ends first', async () => {
  const caches: Caches = {}
  const pending: ((names: string[]) => void)[] = []
  const worker = aWorker(caches, noNetwork, () => new Promise((resolve) => pending.push(resolve)))
  Object.assign(caches, saved)
  const announced = worker.announceCopy()
  pending[1]?.(Object.keys(saved))
  await announced
  pending[0]?.([])
  expect(await worker.ask(SCRIPT_FILE)).toBe('script')
})

test('a request before the first search has ended waits for it', async () => {
  const pending: ((names: string[]) => void)[] = []
  const worker = aWorker(saved, noNetwork, () => new Promise((resolve) => pending.push(resolve)))
  const asked = worker.ask(SCRIPT_FILE)
  pending[0]?.(Object.keys(saved))
  expect(await asked).toBe('script')
})
