import { afterEach, expect, test } from 'vitest'
import { createCloud } from '../cloud.ts'
import { createWorkerClient } from './worker-client.ts'
import { createWorldHost } from './world-host.ts'
import type { WorldStore } from './world-persistence.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** The browser's storage, which outlives the worker. */
function aStorage(): WorldStore {
  let stored: Awaited<ReturnType<WorldStore['load']>> = null
  return {
    load: async () => structuredClone(stored),
    save: async (world, progress) => void (stored = structuredClone({ world, progress })),
    saveProgress: async (progress) => void (stored &&= { ...stored, progress }),
    clear: async () => void (stored = null),
  }
}

/** A single tab and its worker, which ends with it. */
async function aVisit(store: WorldStore) {
  const worker = createWorldHost({ createCloud, openStore: async () => store, build: 'one' })
  const { port1, port2 } = new MessageChannel()
  ends.push(() => port1.close())
  worker.accept(port2)
  const port = createWorkerClient(port1)
  await port.hello({ configured: { scenario: 'first-look' }, linked: {}, lifeline: null })
  const send = (path: string, init?: RequestInit) =>
    port.handle(new Request(`https://api.flotilla.test${path}`, init))
  const until = async (isSo: () => Promise<boolean>) => {
    await expect.poll(isSo, { timeout: 10_000 }).toBe(true)
  }
  return { send, until }
}

const holdsFaults = (store: WorldStore, count: number) => async () =>
  (await store.load())?.progress.record.faults.entries.length === count

test('faults survive the reload of the only tab, until they are cleared', async () => {
  const store = aStorage()
  const first = await aVisit(store)
  const body = JSON.stringify({ route: 'GET /config', kind: 'status', status: 503, times: 2 })
  const added = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  expect((await first.send('/__flotilla/faults', added)).status).toBe(201)
  expect((await first.send('/config')).status).toBe(503)
  await first.until(holdsFaults(store, 1))

  const second = await aVisit(store)
  expect((await second.send('/config')).status).toBe(503)
  await second.send('/__flotilla/faults', { method: 'DELETE' })
  await second.until(holdsFaults(store, 0))

  const third = await aVisit(store)
  expect((await third.send('/config')).status).toBe(200)
  expect(await (await third.send('/__flotilla/faults')).json()).toEqual([])
})

test('a fault with no occurrences left is not restored by a reload', async () => {
  const store = aStorage()
  const first = await aVisit(store)
  const body = JSON.stringify({ route: 'GET /config', kind: 'status', status: 503, times: 1 })
  await first.send('/__flotilla/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect((await first.send('/config')).status).toBe(503)

  const second = await aVisit(store)
  expect((await second.send('/config')).status).toBe(200)
})
