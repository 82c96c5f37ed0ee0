import { createClock } from '../base/clock.ts'
import type { Cloud, CloudOptions } from '../cloud.ts'
import { isPlatformName } from '../platforms/platform.ts'
import type { CloudSnapshot } from '../replay/snapshots.ts'
import { OWN_WORLD } from '../worlds/own-world.ts'
import { prepareScenario, scenarioNamed } from '../worlds/registry.ts'
import { DEFAULT_SEED } from '../worlds/scenario.ts'
import { worldFileIn } from '../worlds/world-file-in.ts'
import type { Greeting, Port, ReplacementLoss, WorldChoice } from './worker-messages.ts'
import { serveWorkerPort } from './worker-server.ts'
import type { WorkerServer } from './worker-server.ts'
import { agrees, isRequested, persistWorld, sameChoice } from './world-persistence.ts'
import type { WorldPersistence, WorldStore } from './world-persistence.ts'

const DEFAULT_SCENARIO = 'first-look'
const CONTROL = '/__flotilla/'
const RESET = `${CONTROL}reset`
const STATE = `${CONTROL}state`
/** Taking a snapshot changes nothing visible: pages that are notified of a change reload all their data. The second name is deprecated. */
const SNAPSHOTS: readonly string[] = [`${CONTROL}snapshots`, `${CONTROL}moments`]
/** Opening a session file also replaces the world. The second name is deprecated. */
const SESSION_FILE: readonly string[] = [`${CONTROL}session-file`, `${CONTROL}bundle`]
/** The control API ignores the host name. */
const CONTROL_ORIGIN = 'https://world.invalid'
const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface WorldHostOptions {
  createCloud: (options: CloudOptions) => Cloud
  /** Opened once; when it rejects, the world is not saved. */
  openStore: () => Promise<WorldStore>
  /** Identifies this build of the cloud: worlds saved by another build are not read. */
  build: string
  /** Calls `released` when the holder of the lock has disappeared for any reason. */
  watchLifeline?: (lock: string, released: () => void) => void
  /** Reports that a world could not be restored or saved. */
  warn?: (message: string, detail: unknown) => void
}

type Saved = NonNullable<Awaited<ReturnType<WorldStore['load']>>>

interface Restored {
  cloud: Cloud
  /** null: it was opened and its actions replayed. */
  snapshot: CloudSnapshot | null
}

export interface WorldHost {
  /** Serves one more page. */
  accept(port: Port): void
}

/**
 * One world for any number of pages. The greeting of the first page opens it: the saved one if it matches, else a new
 * one. A later page with a link to another world replaces it for all pages, because there is only one. What that takes away is
 * asked about first: anybody can make a link.
 */
export function createWorldHost(options: WorldHostOptions): WorldHost {
  const { createCloud, build, warn = () => {} } = options
  const pages = new Set<WorkerServer>()
  const opening = Promise.withResolvers<Cloud>()
  let store: Promise<WorldStore | null> | undefined
  let first: Promise<ReplacementLoss | null> | undefined
  let keeper: WorldPersistence | undefined
  let configured: WorldChoice = {}
  let chosen: WorldChoice = {}

  const openStore = () =>
    (store ??= options.openStore().catch((error: unknown) => {
      warn('The world will not survive a reload: this browser gives no storage to it.', error)
      return null
    }))

  async function openWorld(greeting: Greeting): Promise<ReplacementLoss | null> {
    configured = greeting.configured
    const storage = await openStore()
    const saved = storage && (await load(storage))
    const loss = saved && lossOf(saved, greeting)
    if (loss) await assertExists(greeting.linked)
    const restored = saved && (await restore(saved, loss ? withoutLink(greeting) : greeting))
    // The key of the last world, also in another one, as after a reset: a session of this browser stays signed in.
    const signingKey = saved?.progress.record.signingKey
    const cloud = restored?.cloud ?? (await make(greeting, signingKey))
    // Saved data of another world must not be mistaken for this one's.
    if (!restored) await storage?.clear()
    chosen = { ...chosen, ...(await identify(cloud)) }
    if (storage)
      keeper = persistWorld({
        cloud,
        store: storage,
        restored: restored ? restored.snapshot : undefined,
        describe: () => ({ build, configured, chosen }),
        onFailure: (error) =>
          warn(
            'A snapshot of the world could not be written; a reload does again what was done, if it can.',
            error,
          ),
      })
    opening.resolve(cloud)
    return restored ? loss : null
  }

  /** What the link would take away of a saved world that the same page without it would restore; null if nothing. */
  function lossOf(
    { world, progress }: Saved,
    { linked, isConfirmed = false }: Greeting,
  ): ReplacementLoss | null {
    const actions = (world.snapshot?.actions?.length ?? 0) + progress.record.actions.length
    const isReplaced =
      isRequested(world, build, configured, {}) && !isRequested(world, build, configured, linked)
    return isReplaced && !isConfirmed && actions > 0 ? { actions, pages: 0 } : null
  }

  async function load(storage: WorldStore): Promise<Saved | null> {
    try {
      return await storage.load()
    } catch (error) {
      warn('The saved world could not be read, so a new one was created.', error)
      return null
    }
  }

  async function restore(saved: Saved, { linked }: Greeting): Promise<Restored | null> {
    try {
      if (!isRequested(saved.world, build, configured, linked)) return null
      const { snapshot = null } = saved.world
      const { now, speed, record } = saved.progress
      const { scenario, worldFile, platform, seed, devices, openedAt, signingKey } = record
      await prepareScenario(scenario)
      const cloud = createCloud({
        scenario,
        seed,
        ...(worldFile === undefined ? {} : { worldFile }),
        ...(platform === undefined ? {} : { platform }),
        ...(devices === undefined ? {} : { devices }),
        ...(snapshot === null ? { at: openedAt, signingKey } : { snapshot }),
        // Paused until everything is restored.
        clock: createClock(snapshot?.now ?? openedAt, 0),
      })
      const failures = await cloud.resume(record, now)
      if (failures > 0) warn('Some actions of the saved world could not be repeated.', failures)
      cloud.clock.setSpeed(speed)
      chosen = saved.world.chosen
      return { cloud, snapshot }
    } catch (error) {
      warn('The saved world could not be restored, so a new one was created.', error)
      return null
    }
  }

  async function make({ linked }: Greeting, signingKey: Uint8Array<ArrayBuffer> | undefined): Promise<Cloud> {
    const requested = { ...defaultsFor(linked), ...defined(linked) }
    const worldFile = await worldFileIn(requested)
    const { at, scenario = DEFAULT_SCENARIO, ...rest } = requested
    chosen = requested
    await prepareScenario(scenario)
    return createCloud({
      scenario,
      ...rest,
      worldFile,
      ...(at !== undefined && { at: Date.parse(at) }),
      signingKey: signingKey instanceof Uint8Array && signingKey.length === 32 ? signingKey : undefined,
    })
  }

  /** Defaults for values missing in a link; a world file defines its whole world. */
  const defaultsFor = ({ worldFile }: WorldChoice): WorldChoice =>
    worldFile === undefined ? configured : { platform: configured.platform ?? 'hosted' }

  /** The page's link names another world than the open one: it is replaced for all pages. */
  async function replaceWorld(linked: WorldChoice): Promise<void> {
    const requested: WorldChoice = {
      platform: 'hosted',
      ...(linked.worldFile === undefined && { scenario: DEFAULT_SCENARIO, seed: DEFAULT_SEED }),
      ...defined(defaultsFor(linked)),
      ...defined(linked),
    }
    const response = await (
      await opening.promise
    ).handle(
      new Request(`${CONTROL_ORIGIN}${RESET}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requested),
      }),
    )
    if (!response.ok) throw new Error(await reasonOf(response))
    await wasReset(requested)
    await keeper?.settled(false)
  }

  async function wasReset(requested: WorldChoice): Promise<void> {
    const cloud = await opening.promise
    const now = await identify(cloud)
    const before = now.scenario === chosen.scenario ? chosen : {}
    const { devices = before.devices, at = before.at, worldFile = before.worldFile } = requested
    chosen = { ...now, devices, at, worldFile: now.scenario === OWN_WORLD ? worldFile : undefined }
    worldChanged()
  }

  async function openLinked(
    { linked, isConfirmed = false }: Greeting,
    isReconfigured: boolean,
  ): Promise<ReplacementLoss | null> {
    if (agrees(chosen, linked)) {
      if (isReconfigured) await replaceWorld(linked)
      return null
    }
    const actions = (await opening.promise).recordedActions().actions.length
    const others = pages.size - 1
    if (!isConfirmed && !isReconfigured && (actions > 0 || others > 0)) {
      await assertExists(linked)
      return { actions, pages: others }
    }
    await replaceWorld(linked)
    return null
  }

  function greeted(greeting: Greeting, page: WorkerServer): Promise<ReplacementLoss | null> {
    if (greeting.lifeline !== null) options.watchLifeline?.(greeting.lifeline, () => leave(page))
    if (first === undefined) {
      first = openWorld(greeting)
      // The next page may request a valid world.
      first.catch(() => (first = undefined))
      return first
    }
    return first.then(() => {
      const isReconfigured = !sameChoice(configured, greeting.configured)
      configured = greeting.configured
      return openLinked(greeting, isReconfigured)
    })
  }

  function worldChanged(isSeen = true): void {
    keeper?.changed()
    if (!isSeen) return
    for (const page of pages) page.post({ type: 'world-changed' })
  }

  async function answered(request: Request, body: ArrayBuffer | null, status: number): Promise<void> {
    const isQuestion = harmless.has(request.method)
    if (!isQuestion && status < 400) {
      const { pathname } = new URL(request.url)
      if (pathname === RESET || SESSION_FILE.includes(pathname)) await wasReset(readChoice(body))
      else if (pathname.startsWith(CONTROL)) worldChanged(!SNAPSHOTS.includes(pathname))
    }
    await keeper?.settled(isQuestion || status >= 400)
  }

  function leave(page: WorkerServer): void {
    if (pages.delete(page)) page.close()
  }

  return {
    accept(port) {
      const page = serveWorkerPort({
        port,
        cloud: () => opening.promise,
        greeted: (greeting) => greeted(greeting, page),
        answered,
        typed: () => keeper?.changed(),
        leaving: () => void keeper?.keep(),
        left: () => pages.delete(page),
      })
      pages.add(page)
    },
  }
}

const withoutLink = (greeting: Greeting): Greeting => ({ ...greeting, linked: {} })

/** Nobody is asked about a world that cannot be opened. */
async function assertExists({ scenario, worldFile }: WorldChoice): Promise<void> {
  if (worldFile !== undefined) await worldFileIn({ worldFile })
  else if (scenario !== undefined) scenarioNamed(scenario)
}

function defined(choice: WorldChoice): WorldChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined))
}

/** Identifies a world, so that a reload or a link can tell whether it is the requested one. */
async function identify(cloud: Cloud): Promise<Pick<WorldChoice, 'scenario' | 'platform' | 'seed'>> {
  const response = await cloud.handle(new Request(`${CONTROL_ORIGIN}${STATE}`))
  const { scenario, platform, seed } = asChoice(await response.json())
  return { scenario, platform, seed }
}

/** The parameters of an accepted reset. */
function readChoice(body: ArrayBuffer | null): WorldChoice {
  return body === null || body.byteLength === 0 ? {} : asChoice(JSON.parse(new TextDecoder().decode(body)))
}

function asChoice(value: unknown): WorldChoice {
  const fields: Record<string, unknown> = { ...(typeof value === 'object' ? value : null) }
  const { scenario, platform, seed, devices, at, worldFile } = fields
  return defined({
    scenario: typeof scenario === 'string' ? scenario : undefined,
    platform: isPlatformName(platform) ? platform : undefined,
    seed: typeof seed === 'number' ? seed : undefined,
    devices: typeof devices === 'number' ? devices : undefined,
    at: typeof at === 'string' ? at : undefined,
    worldFile: typeof worldFile === 'object' && worldFile !== null ? worldFile : undefined,
  })
}

/** An error is a JSON string, an object with a `message`, or plain text. */
async function reasonOf(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'string') return body
    if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message)
    return text
  } catch {
    return text
  }
}
