import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCloud } from '../cloud.ts'
import { aCountingCloud } from './testing/counting-cloud.ts'
import { createWorkerClient } from './worker-client.ts'
import type { WorkerClient } from './worker-client.ts'
import type { ReplacementLoss, WorldChoice } from './worker-messages.ts'
import { createWorldHost } from './world-host.ts'
import type { WorldHost, WorldHostOptions } from './world-host.ts'
import type { PersistedProgress, PersistedWorld, WorldStore } from './world-persistence.ts'

interface Slot {
  saved: { world: PersistedWorld; progress: PersistedProgress } | null
}

let slot: Slot
let store: WorldStore
let ends: (() => void)[]
const warn = vi.fn()

const aStore = (mine: Slot): WorldStore => ({
  load: async () => structuredClone(mine.saved),
  save: async (world, progress) => void (mine.saved = structuredClone({ world, progress })),
  saveProgress: async (progress) => void (mine.saved = mine.saved && { ...mine.saved, progress }),
  clear: async () => void (mine.saved = null),
})

beforeEach(() => {
  slot = { saved: null }
  store = aStore(slot)
  ends = []
  warn.mockReset()
})
afterEach(() => {
  for (const end of ends) end()
})

/** A new worker, as a browser creates it for the first page of the application. */
const aWorker = (options: Partial<WorldHostOptions> = {}) =>
  createWorldHost({
    createCloud: aCountingCloud,
    openStore: async () => store,
    build: 'one',
    warn,
    ...options,
  })

interface Page extends WorkerClient {
  /** What the linked world would take away; it was opened by a second greeting. */
  loss: ReplacementLoss | null
  count(): Promise<number>
  read(): Promise<number>
  control(path: string, body: object): Promise<Response>
  state(): Promise<ShownState>
}

interface ShownState {
  scenario: string
  seed: number
  now: string
  speed: number
}

async function aPage(
  worker: WorldHost,
  linked: WorldChoice = {},
  configured: WorldChoice = {},
  { confirms = true } = {},
): Promise<Page> {
  const { port1, port2 } = new MessageChannel()
  ends.push(() => port1.close())
  worker.accept(port2)
  const port = createWorkerClient(port1)
  const greeting = { configured, linked, lifeline: null }
  const loss = await port.hello(greeting)
  if (loss !== null && confirms) await port.hello({ ...greeting, isConfirmed: true })
  const send = (path: string, init?: RequestInit) =>
    port.handle(new Request(`https://api.flotilla.test${path}`, init))
  return {
    ...port,
    loss,
    count: async () => (await (await send('/count', { method: 'POST' })).json()) as number,
    read: async () => (await (await send('/value')).json()) as number,
    control: (path, body) => send(`/__flotilla/${path}`, { method: 'POST', body: JSON.stringify(body) }),
    state: async () => (await (await send('/__flotilla/state')).json()) as ShownState,
  }
}

/** Closes a page and waits until the world is saved. */
async function closed(page: Page): Promise<void> {
  const count = await page.read()
  page.bye()
  await vi.waitFor(() => expect(slot.saved?.world.snapshot).toMatchObject({ count }))
}

test('two pages share one world', async () => {
  const worker = aWorker()
  const [one, other] = [await aPage(worker), await aPage(worker)]
  await one.count()
  await other.count()
  expect(await one.read()).toBe(2)
})

test('a reload restores the world, its time and its speed', async () => {
  const page = await aPage(aWorker(), { scenario: 'release-day', seed: 7 })
  await page.count()
  await page.control('clock', { advanceMs: 90_000 })
  await closed(page)

  const reloaded = await aPage(aWorker(), { scenario: 'release-day', seed: 7 })
  expect(await reloaded.read()).toBe(1)
  expect(await reloaded.state()).toMatchObject({
    scenario: 'release-day',
    seed: 7,
    now: '1970-01-01T00:01:30.000Z',
  })
})

test('a world is restored by one reload after another, also if nothing was done in between', async () => {
  const page = await aPage(aWorker(), { scenario: 'release-day', seed: 7 })
  await page.count()
  await closed(page)
  for (let reloads = 0; reloads < 3; reloads += 1) {
    const reloaded = await aPage(aWorker())
    expect(await reloaded.read()).toBe(1)
    expect(await reloaded.state()).toMatchObject({ scenario: 'release-day', seed: 7 })
  }
})

test('a change is restored after a reload even if the worker ends immediately after the response', async () => {
  const page = await aPage(aWorker(), { scenario: 'release-day', seed: 7 })
  await page.count()
  expect(slot.saved?.world.snapshot).toBeUndefined()
  await page.count()
  const reloaded = await aPage(aWorker())
  expect(await reloaded.read()).toBe(2)
  expect(await reloaded.state()).toMatchObject({ scenario: 'release-day', seed: 7 })
})

test('the world is advanced to the time that was saved after its snapshot', async () => {
  await closed(await aPage(aWorker()))
  const record = slot.saved?.progress.record
  if (record === undefined) throw new Error('Nothing was saved')
  await store.saveProgress({ now: 5_000, speed: 60, record })
  const reloaded = await aPage(aWorker())
  expect(await reloaded.state()).toMatchObject({ now: '1970-01-01T00:00:05.000Z', speed: 60 })
})

test.each([
  ['no world', {}, 1],
  ['the same scenario', { scenario: 'first-look' }, 1],
  ['the same seed', { seed: 42 }, 1],
  ['another scenario', { scenario: 'release-day' }, 0],
  ['another seed', { seed: 2 }, 0],
  ['another number of devices', { devices: 1_000 }, 0],
  ['another time', { at: '2026-11-20T14:00Z' }, 0],
])(
  'a later visit whose address names %s finds the count of the right world',
  async (_what, linked, count) => {
    const page = await aPage(aWorker())
    await page.count()
    await closed(page)
    expect(await (await aPage(aWorker(), linked)).read()).toBe(count)
  },
)

test.each([
  ['the same world and build restore it', 'one', 'first-look', 1],
  ['another configured world finds a new one', 'one', 'release-day', 0],
  ['other code of the cloud finds a new one', 'two', 'first-look', 0],
])('after a visit, %s', async (_what, build, scenario, count) => {
  const page = await aPage(aWorker(), {}, { scenario: 'first-look' })
  await page.count()
  await closed(page)
  expect(await (await aPage(aWorker({ build }), {}, { scenario })).read()).toBe(count)
})

test('a page that links to another world replaces it for all pages and notifies them', async () => {
  const worker = aWorker()
  const one = await aPage(worker)
  await one.count()
  const listener = vi.fn()
  one.onWorldChange(listener)

  const other = await aPage(worker, { scenario: 'release-day', seed: 7 })
  expect(await other.state()).toMatchObject({ scenario: 'release-day', seed: 7 })
  expect(await one.read()).toBe(0)
  expect(listener).toHaveBeenCalled()

  await one.count()
  const third = await aPage(worker, { scenario: 'release-day', seed: 7 })
  expect(await third.read()).toBe(1)

  const fourth = await aPage(worker, { scenario: 'first-look' })
  expect(await fourth.state()).toMatchObject({ scenario: 'first-look', seed: 42 })
})

test('a link does not replace a changed world, or one that other pages show, until its page confirms', async () => {
  const worker = aWorker()
  const linked = { scenario: 'release-day', seed: 7 }
  const one = await aPage(worker)
  await one.count()
  await one.count()
  const asking = await aPage(worker, linked, {}, { confirms: false })
  expect(asking.loss).toEqual({ actions: 2, pages: 1 })
  expect(await asking.state()).toMatchObject({ scenario: 'first-look' })
  expect(await one.read()).toBe(2)

  expect((await aPage(worker, linked)).loss).toEqual({ actions: 2, pages: 2 })
  expect(await one.state()).toMatchObject(linked)
  // Nothing was done in it, and no link to it takes anything away.
  expect((await aPage(worker, { scenario: 'first-look' }, {}, { confirms: false })).loss).toEqual({
    actions: 0,
    pages: 3,
  })
  expect((await aPage(worker, linked, {}, { confirms: false })).loss).toBeNull()
})

test('pages that were closed are not counted, and an unchanged world of no other page is replaced at once', async () => {
  const worker = aWorker()
  for (const _ of [1, 2, 3]) (await aPage(worker)).bye()
  await vi.waitFor(async () => {
    const page = await aPage(worker, { scenario: 'release-day' }, {}, { confirms: false })
    page.bye()
    expect(page.loss).toBeNull()
  })
})

test('a link does not discard a saved world that was changed until its page confirms', async () => {
  const page = await aPage(aWorker())
  await page.count()
  await closed(page)
  const linked = { scenario: 'release-day', seed: 7 }
  const asking = await aPage(aWorker(), linked, {}, { confirms: false })
  expect(asking.loss).toEqual({ actions: 1, pages: 0 })
  expect(await asking.read()).toBe(1)
  await closed(asking)
  await expect(aPage(aWorker(), { scenario: 'nowhere' })).rejects.toThrow('There is no scenario "nowhere"')
  expect(slot.saved).not.toBeNull()
  const confirmed = await aPage(aWorker(), linked)
  expect(await confirmed.state()).toMatchObject(linked)
  expect(await confirmed.read()).toBe(0)
})

test('a worker that outlives its page serves the next one, and opens another world when config.json names it', async () => {
  const worker = aWorker()
  const choice = { scenario: 'release-day', seed: 7 }
  const page = await aPage(worker, {}, choice)
  await page.count()
  page.bye()
  const next = await aPage(worker, {}, choice)
  expect(await next.read()).toBe(1)
  next.bye()
  const edited = await aPage(worker, {}, { scenario: 'first-look', seed: 8 })
  expect(await edited.state()).toMatchObject({ scenario: 'first-look', seed: 8 })
  expect(await edited.read()).toBe(0)
})

test('config.json selects the platform; a saved world keeps its platform until the file changes', async () => {
  const answering: Partial<WorldHostOptions> = {
    createCloud: (options) => createCloud({ ...options, keepsHistory: true }),
  }
  const page = await aPage(aWorker(answering), {}, { platform: 'open' })
  await page.control('clock', { speed: 0 })
  page.bye()
  await vi.waitFor(() => expect(slot.saved?.progress.record.platform).toBe('open'))
  const saved = await aPage(aWorker(answering), {}, { platform: 'open' })
  expect(await saved.state()).toMatchObject({ platform: 'open', speed: 0 })
  saved.bye()
  const hosted = await aPage(aWorker(answering))
  expect(await hosted.state()).toMatchObject({ platform: 'hosted' })
  hosted.bye()
})

test('pages are notified when the clock is moved, but not when its progress is saved', async () => {
  const page = await aPage(
    aWorker({ createCloud: (options) => createCloud({ ...options, keepsHistory: true }) }),
  )
  const listener = vi.fn()
  page.onWorldChange(listener)
  await page.control('snapshots', {})
  await page.control('clock', { speed: 0 })
  await vi.waitFor(() => expect(listener).toHaveBeenCalled())
  expect(listener).toHaveBeenCalledTimes(1)
  page.bye()
})

test('a reset discards the world, also for later visits', async () => {
  const page = await aPage(aWorker(), { scenario: 'release-day' })
  await page.count()
  const listener = vi.fn()
  page.onWorldChange(listener)
  await page.control('reset', { scenario: 'first-look', seed: 3 })
  await vi.waitFor(() => expect(listener).toHaveBeenCalled())
  await page.count()
  await closed(page)

  const later = await aPage(aWorker())
  expect(await later.read()).toBe(1)
  expect(await later.state()).toMatchObject({ scenario: 'first-look', seed: 3 })
})

test('rejects an unknown world by name, for the first and later pages, and the next page can choose another', async () => {
  const worker = aWorker()
  await expect(aPage(worker, { scenario: 'nowhere' })).rejects.toThrow(
    'There is no scenario called "nowhere"',
  )
  const page = await aPage(worker)
  await page.count()
  await expect(aPage(worker, { scenario: 'nowhere' })).rejects.toThrow('There is no scenario "nowhere"')
  expect(await page.read()).toBe(1)
})

test('without storage, the world works and is not saved', async () => {
  const worker = aWorker({ openStore: async () => Promise.reject(new Error('Private window')) })
  const page = await aPage(worker)
  expect(await page.count()).toBe(1)
  expect(warn).toHaveBeenCalledOnce()
})

test('a saved world that cannot be read is replaced by a new one', async () => {
  await closed(await aPage(aWorker()))
  const page = await aPage(
    aWorker({
      createCloud(options) {
        if (options.snapshot) throw new Error('Unknown layout')
        return aCountingCloud(options)
      },
    }),
  )
  expect(await page.read()).toBe(0)
  expect(warn).toHaveBeenCalledOnce()
})

test('a page that disappears without a message is removed', async () => {
  let release = () => {}
  const worker = aWorker({ watchLifeline: (_lock, listener) => (release = listener) })
  const { port1, port2 } = new MessageChannel()
  worker.accept(port2)
  const cut = new Promise((resolve) => port1.addEventListener('close', resolve))
  const port = createWorkerClient(port1)
  await port.hello({ configured: {}, linked: {}, lifeline: 'page-1' })
  release()
  await cut
})

test('a reload restores a world that was opened from a session file', async () => {
  const worker = aWorker()
  const page = await aPage(worker)
  const other = await aPage(worker)
  const listener = vi.fn()
  other.onWorldChange(listener)
  await page.control('reset', { scenario: 'release-day', seed: 7 })
  await page.control('session-file', {
    scenario: 'release-day',
    seed: 7,
    openedAt: '2026-11-20T14:00:00.000Z',
  })
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2))
  await closed(page)
  expect(slot.saved?.world.chosen).toMatchObject({ scenario: 'release-day', seed: 7 })
})

test('[WORLD-006] the world of a linked file is restored by a reload and by a visit without the link; another file replaces it, and an invalid one does not', async () => {
  const answering: Partial<WorldHostOptions> = {
    createCloud: (options) => createCloud({ ...options, keepsHistory: true }),
  }
  const linkTo = (title: string): WorldChoice => ({ worldFile: { extends: 'acme-logistics', title } })
  const page = await aPage(aWorker(answering), linkTo('Mine'))
  await page.control('clock', { speed: 0 })
  await page.control('clock', { advanceMs: 60_000 })
  const { now } = await page.state()
  page.bye()
  await vi.waitFor(() => expect(slot.saved?.progress.now).toBe(Date.parse(now)))

  const worker = aWorker(answering)
  const again = await aPage(worker, linkTo('Mine'))
  expect(await again.state()).toMatchObject({ title: 'Mine', now })
  const visitor = await aPage(worker)
  expect(await visitor.state()).toMatchObject({ title: 'Mine', now })

  const other = await aPage(worker, linkTo('Theirs'))
  expect(await again.state()).toMatchObject({ title: 'Theirs', now: expect.not.stringContaining(now) })
  await expect(aPage(worker, { worldFile: { fleets: 'all' } })).rejects.toThrow('cannot be opened')
  expect(await other.state()).toMatchObject({ scenario: 'own-world', title: 'Theirs' })
  const named = await aPage(worker, { scenario: 'first-look' })
  expect(await named.state()).toMatchObject({ title: 'First look' })
})

test('a session stays signed in when a new worker opens another world, as one that its page has outlived', async () => {
  const real = { createCloud: (options: Parameters<typeof createCloud>[0]) => createCloud(options) }
  const first = await aPage(aWorker(real), { scenario: 'first-look' })
  const signIn = await first.handle(
    new Request('https://api.flotilla.test/login_', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada@flotilla.example', password: 'flotilla-demo' }),
    }),
  )
  const token = await signIn.text()
  const whoIs = async (page: Page) =>
    (
      await page.handle(
        new Request('https://api.flotilla.test/v7/user?$select=username', {
          headers: { authorization: `Bearer ${token}` },
        }),
      )
    ).status
  expect(await whoIs(first)).toBe(200)
  first.bye()
  await vi.waitFor(() => expect(slot.saved?.progress.record.signingKey).toBeDefined())

  const other = await aPage(aWorker(real), { scenario: 'release-day', seed: 7 })
  expect(await other.state()).toMatchObject({ scenario: 'release-day', seed: 7 })
  expect(await whoIs(other)).toBe(200)
})
