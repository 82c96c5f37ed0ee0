import { model, resourceNames } from '../openapi/generated/model.ts'
import type { ControlledClock, Instant } from '../simulator/clock.ts'
import { createWorld, restoreWorld } from '../simulator/world/simulated-world.ts'
import type { World } from '../simulator/world.ts'
import { createFrozenDevices, isFrozenOrganization } from './billing/allowance.ts'
import { settleAccounts } from './billing/charging.ts'
import { createHoldings } from './access/access.ts'
import { createLimiter } from './access/limiter.ts'
import { higher } from './access/roles.ts'
import { createClock, foreignClock, isCloudClock } from './clock.ts'
import type { CloudClock } from './clock.ts'
import { CONTROL_PREFIX } from './control/control-prefix.ts'
import { control } from './control/control.ts'
import type { ControlContext, ResetRequest } from './control/control-context.ts'
import { recordedSessionOf, replaySession } from './control/session-replay.ts'
import type { RecordedSession } from './control/session-replay.ts'
import { createHistory } from './control/history.ts'
import { createRequestLog } from './control/request-log.ts'
import type { CloudSnapshot } from './control/snapshots.ts'
import { createStaleReads } from './control/stale-reads.ts'
import { createFaults } from './faults.ts'
import { nextBuildAt, settleBuilds } from './services/builds.ts'
import type { CloudParts } from './http/request-context.ts'
import { preflight, refuse, respond } from './http/responses.ts'
import { credentialOf } from './access/authenticate.ts'
import { createUrlParser } from './odata/parse.ts'
import { HttpError } from './odata/http-error.ts'
import { createSchema } from './odata/schema.ts'
import type { Schema } from './odata/schema.ts'
import { platformNamed } from './platforms/platform.ts'
import type { Platform, PlatformName } from './platforms/platform.ts'
import { createRouter } from './http/router.ts'
import { createSceneBuilder } from './scenarios/builder.ts'
import { scenarioNamed } from './scenarios/registry.ts'
import { DEFAULT_SEED } from './scenarios/scenario.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { createStore } from './store/store.ts'
import type { Store } from './store/store.ts'
import { createSecrets } from './store/secrets.ts'
import type { Secrets } from './store/secrets.ts'
import { NetworkFault, injectRequestFaults, injectResponseFaults } from './fault-injection.ts'
import { createTerminals } from './terminal.ts'
import type { TerminalSocket } from './terminal.ts'

export interface CloudOptions {
  scenario: string
  /** Which platform answers; undefined: the hosted one. */
  platform?: PlatformName
  seed?: number
  /** How many devices there shall be in all; undefined: as many as the scenario has of its own. */
  devices?: number
  /** When the world opens; undefined: the scenario's own moment. */
  at?: Instant
  /** Undefined: one that runs in step with the host's. */
  clock?: ControlledClock
  snapshot?: CloudSnapshot
  /** Signs session tokens of a new world; undefined: one of its own. */
  signingKey?: Uint8Array<ArrayBuffer> | undefined
  /** Keeps moments to go back to and a journal of requests, which takes time and memory. */
  keepsHistory?: boolean
  /** 350 requests in 60 s for each caller, then 429 (docs/platform/http.md). */
  rateLimit?: boolean
  /** Real milliseconds, for the dates of tokens and for limits. */
  realNow?: () => number
}

export interface Cloud {
  /**
   * Answers whatever is asked; a mistake of the cloud itself is an empty 500, told on the console. Rejects only with a
   * NetworkFault, when somebody asked for a dead network: a host fails the connection then.
   */
  handle(request: Request): Promise<Response>
  connectTerminal(socket: TerminalSocket): void
  readonly clock: ControlledClock
  snapshot(): CloudSnapshot
  /** What leads to the world as it is now. */
  course(): RecordedSession
  /** Goes on as far as another cloud had come. Returns how many actions could not be done again. */
  resume(course: Pick<RecordedSession, 'actions' | 'faults'>, until: Instant): Promise<number>
  dispose(): void
}

/** Of the mock platform: never a real host (RFC 2606). */
const DEVICE_URLS_BASE = 'devices.flotilla.test'

const REQUEST_LIMIT = { most: 350, windowMs: 60_000 }
const LOG_IN_LIMIT = { most: 10, windowMs: 3_600_000 }
/** Batches of lines from one device (docs/platform/http.md). */
const LOG_LIMIT = { most: 15, windowMs: 10_000 }
const RESET_LIMIT = { most: 3, windowMs: 900_000 }

interface Opened {
  scenario: Scenario
  platform: Platform
  seed: number
  devices: number | undefined
  world: World
  store: Store
  parts: CloudParts
}

function openStore(platform: Platform, schema: Schema, world: World, vault: Secrets, now: () => Instant) {
  const holdings = createHoldings()
  const store = createStore({
    platform,
    schema,
    world,
    vault,
    now,
    isFrozenOrganization,
    frozenDevices: createFrozenDevices(),
    applicationsOf: (of, user) => new Set(holdings(of, user).applications.keys()),
    seatRole(of, user, organization) {
      const held = holdings(of, user)
      const organizationOf = of.rows('application').reader('organization')
      let best = held.organizations.get(organization)
      for (const [application, role] of held.applications) {
        if (organizationOf(application) === organization) best = higher(best, role)
      }
      return best ?? 'member'
    },
  })
  return { store, holdings }
}

/** A cloud: store, simulated devices and handlers behind one function. Nothing lives outside what it returns. */
export function createCloud(options: CloudOptions): Cloud {
  const { rateLimit = false, keepsHistory = false, realNow = Date.now } = options
  const schema = createSchema(model, resourceNames)
  const first = options.snapshot
  const start = first?.now ?? options.at ?? scenarioNamed(options.scenario).start
  const given = options.clock
  const clock: CloudClock =
    given === undefined ? createClock(start) : isCloudClock(given) ? given : foreignClock(given)
  const parse = createUrlParser()
  const requests = createLimiter(REQUEST_LIMIT)

  let ending = new AbortController()

  function parts(store: Store, holdings: CloudParts['holdings']): CloudParts {
    ending = new AbortController()
    return {
      store,
      ending: ending.signal,
      clock,
      holdings,
      parse,
      realNow,
      logIns: createLimiter(LOG_IN_LIMIT),
      resets: createLimiter(RESET_LIMIT),
      logBatches: createLimiter(LOG_LIMIT),
      deviceUrlsBase: DEVICE_URLS_BASE,
    }
  }
  function open(
    { scenario, platform, seed, devices }: Pick<Opened, 'scenario' | 'platform' | 'seed' | 'devices'>,
    vault: Secrets,
  ): Opened {
    const now = clock.now()
    const world = createWorld({ seed, now: now - (scenario.leadMs ?? 0) })
    const { store, holdings } = openStore(platform, schema, world, vault, () => clock.now())
    const scene = createSceneBuilder({
      store,
      seed,
      start: now,
      ...(devices === undefined ? {} : { devices }),
    })
    scenario.build(scene)
    world.advanceTo(now)
    store.changed()
    return { scenario, platform, seed, devices, world, store, parts: parts(store, holdings) }
  }
  function reopen(snapshot: CloudSnapshot): Opened {
    const world = restoreWorld(snapshot.world)
    const platform = platformNamed(snapshot.platform ?? 'hosted')
    const { store, holdings } = openStore(platform, schema, world, createSecrets(), () => clock.now())
    store.restore(snapshot.store)
    const { seed, devices } = snapshot
    const scenario = scenarioNamed(snapshot.scenario)
    return { scenario, platform, seed, devices, world, store, parts: parts(store, holdings) }
  }

  if (start > clock.now()) clock.advanceTo(start)
  const opening = clock.hold()
  let opened =
    first === undefined
      ? open(
          {
            scenario: scenarioNamed(options.scenario),
            platform: platformNamed(options.platform ?? 'hosted'),
            seed: options.seed ?? DEFAULT_SEED,
            devices: options.devices,
          },
          {
            ...createSecrets(options.seed ?? DEFAULT_SEED),
            ...(options.signingKey && { signingKey: options.signingKey }),
          },
        )
      : reopen(first)
  opening()
  const faults = createFaults(opened.seed, realNow)
  if (first?.faults !== undefined) faults.restore(first.faults)
  const staleReads = createStaleReads(faults, realNow)
  const journal = createRequestLog()
  let events = 0
  let branch = 1
  const router = createRouter()

  let told: { store: Store; frozen: ReadonlySet<number> | undefined } | undefined
  /** Devices that billing has frozen are told nothing new. */
  const tellFrozen = (store: Store) => {
    const frozen = store.frozenDevices()
    if (told?.store === store && told.frozen === frozen) return
    told = { store, frozen }
    store.world.setFrozen(frozen ?? new Set())
  }
  const advance = () => {
    const now = clock.now()
    const { world, store } = opened
    tellFrozen(store)
    if (now <= world.now() && store.jobs.builds.size === 0) return
    // A fleet begins to follow a new release when its build is over, not when somebody next asks.
    for (let at = nextBuildAt(store, world.now()); at <= now; at = nextBuildAt(store, at)) {
      events += world.advanceTo(at)
      settleBuilds(store, at)
    }
    if (now > world.now()) events += world.advanceTo(now)
    settleBuilds(store, now)
    settleAccounts(opened.store, now)
    opened.store.states.forget()
  }
  /** Another world takes the place of this one, to which whatever is open belongs. */
  const replace = (at: Instant, make: () => Opened) => {
    terminals.closeAll()
    ending.abort()
    branch++
    // It opens at this very moment, however long that takes and however fast the clock runs.
    const release = clock.hold()
    try {
      clock.restart(at)
      opened = make()
    } finally {
      release()
    }
  }
  const reset = (wanted: ResetRequest) => {
    const scenario = wanted.scenario === undefined ? opened.scenario : scenarioNamed(wanted.scenario)
    const { signingKey } = opened.store.vault
    const kept = wanted.scenario === undefined ? opened.devices : undefined
    const seed = wanted.seed ?? opened.seed
    const at = wanted.at ?? scenario.start
    const platform = wanted.platform === undefined ? opened.platform : platformNamed(wanted.platform)
    const chosen = { scenario, platform, seed, devices: wanted.devices ?? kept }
    replace(at, () => open(chosen, { ...createSecrets(seed), signingKey }))
    events = 0
    history.opened(at)
  }
  const snapshot = (): CloudSnapshot => {
    advance()
    const { scenario, platform, seed, devices, world, store } = opened
    return {
      scenario: scenario.name,
      platform: platform.name,
      seed,
      devices,
      now: world.now(),
      world: world.snapshot(),
      store: store.snapshot(),
      openedAt: history.openedAt,
      faults: faults.snapshot(),
      actions: history.recorder.actions,
    }
  }
  const controlled: ControlContext = {
    get scenario() {
      return opened.scenario
    },
    get platform() {
      return opened.platform
    },
    get seed() {
      return opened.seed
    },
    get wantedDevices() {
      return opened.devices
    },
    get world() {
      return opened.world
    },
    get store() {
      return opened.store
    },
    get history() {
      return history
    },
    get events() {
      return events
    },
    clock,
    faults,
    journal,
    advance,
    reset,
  }
  const history = createHistory({
    isOn: keepsHistory,
    openedAt: first?.openedAt ?? start,
    actions: first?.actions ?? [],
    stage: {
      clock,
      faults,
      get world() {
        return opened.world
      },
      get store() {
        return opened.store
      },
      realNow,
      advance,
      snapshot,
      reopen(wanted) {
        const { signingKey } = opened.store.vault
        replace(wanted.now, () => reopen(wanted))
        opened.store.vault.signingKey = signingKey
      },
      openAgain(at) {
        const { seed, store } = opened
        const { signingKey } = store.vault
        replace(at, () => open(opened, { ...createSecrets(seed), signingKey }))
      },
      perform: (request) => router.route(opened.parts, request),
      control: (request) => control(controlled, request, true),
    },
  })
  const terminals = createTerminals({ parts: () => opened.parts, faults, advance })

  function limit(request: Request, url: URL): void {
    if (!rateLimit) return
    const wait = requests.take(credentialOf(request, url) ?? 'anybody', realNow())
    if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname.startsWith(CONTROL_PREFIX)) return respond(request, await control(controlled, request))
    await injectRequestFaults(faults, opened.world, request, url)
    limit(request, url)
    const credential = credentialOf(request, url)
    const stale = staleReads.answer(request, url, credential)
    if (stale !== undefined) return stale
    history.look()
    const answered = await history.recorder.watch(request, url, () => {
      advance()
      return router.route(opened.parts, request)
    })
    const response = respond(request, answered)
    if (request.method !== 'GET') staleReads.wrote()
    await staleReads.learn(request, url, credential, response)
    return injectResponseFaults(faults, request, url, response)
  }

  async function refusing(request: Request): Promise<Response> {
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof NetworkFault) throw error
      if (error instanceof HttpError) return refuse(request, error)
      // Whoever hung up while the body was read gets no answer, and nothing is wrong with the cloud.
      if (!request.signal.aborted) console.error(`${request.method} ${request.url} failed:`, error)
      return refuse(request, new HttpError(500))
    }
  }

  async function handle(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return preflight(request)
    return keepsHistory ? journal.watch(request, clock.now(), () => refusing(request)) : refusing(request)
  }

  return {
    clock,
    handle,
    connectTerminal: (socket) => terminals.connect(socket),
    snapshot,
    course: () => recordedSessionOf(controlled, branch),
    resume: (course, until) => replaySession(controlled, course, until),
    dispose() {
      terminals.closeAll()
      ending.abort()
      clock.dispose()
    },
  }
}
