import { model, resourceNames } from '../openapi/generated/model.ts'
import type { ControlledClock, Instant } from '../simulator/clock.ts'
import { createWorld, restoreWorld } from '../simulator/world.ts'
import type { World, WorldSnapshot } from '../simulator/world.ts'
import { settleAccounts } from './billing/charging.ts'
import { createHoldings } from './access/access.ts'
import { createLimiter } from './access/limiter.ts'
import { higher } from './access/roles.ts'
import { createClock } from './clock.ts'
import type { CloudClock } from './clock.ts'
import { CONTROL_PREFIX } from './control-prefix.ts'
import { control } from './control.ts'
import type { ResetRequest } from './control.ts'
import { createFaults } from './faults.ts'
import { nextBuildAt, settleBuilds } from './handlers/builds.ts'
import type { CloudParts } from './handlers/call.ts'
import { preflight, refuse, respond } from './http.ts'
import { credentialOf } from './access/authenticate.ts'
import { createUrlParser } from './odata/parse.ts'
import { Refusal } from './odata/refusal.ts'
import { createSchema } from './odata/schema.ts'
import type { Schema } from './odata/schema.ts'
import { createRouter } from './router.ts'
import { createSceneBuilder } from './scenarios/builder.ts'
import { scenarioNamed } from './scenarios/registry.ts'
import { DEFAULT_SEED } from './scenarios/scenario.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { createStore } from './store/store.ts'
import type { Store, StoreSnapshot } from './store/store.ts'
import { createVault } from './store/vault.ts'
import type { Vault } from './store/vault.ts'
import { NetworkFault, strikeRequest, strikeResponse } from './strike.ts'
import { createTerminals } from './terminal.ts'

export interface CloudOptions {
  scenario: string
  seed?: number
  /** How many devices there shall be in all; undefined: as many as the scenario has of its own. */
  devices?: number
  /** When the world opens; undefined: the scenario's own moment. */
  at?: Instant
  /** Undefined: one that runs in step with the host's. */
  clock?: ControlledClock
  snapshot?: CloudSnapshot
  /** 350 requests in 60 s for each caller, then 429 (wire 3.3). */
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
  dispose(): void
}

/** One terminal's socket, whatever carries it: events with arguments, both ways. */
export interface TerminalSocket {
  emit(event: string, ...args: unknown[]): void
  on(event: string, listener: (...args: unknown[]) => void): void
  onClose(listener: () => void): void
  close(): void
}

/** A whole cloud at a moment; fit for structured cloning. */
export interface CloudSnapshot {
  scenario: string
  seed: number
  devices: number | undefined
  now: Instant
  world: WorldSnapshot
  store: StoreSnapshot
}

/** Of the mock platform: never a real host (RFC 2606). */
const DEVICE_URLS_BASE = 'devices.flotilla.test'

const REQUEST_LIMIT = { most: 350, windowMs: 60_000 }
const LOG_IN_LIMIT = { most: 10, windowMs: 3_600_000 }
const RESET_LIMIT = { most: 3, windowMs: 900_000 }

interface Opened {
  scenario: Scenario
  seed: number
  devices: number | undefined
  world: World
  store: Store
  parts: CloudParts
}

const isCloudClock = (clock: ControlledClock): clock is CloudClock => 'restart' in clock

/** A clock that somebody else holds: it cannot be turned back, so a new world begins at its now. */
function foreignClock(clock: ControlledClock): CloudClock {
  return {
    get speed() {
      return clock.speed
    },
    now: () => clock.now(),
    wakeAt: (at, wake) => clock.wakeAt(at, wake),
    setSpeed: (speed) => clock.setSpeed(speed),
    advanceTo: (at) => clock.advanceTo(at),
    onChange: (listener) => clock.onChange(listener),
    dispose: () => clock.dispose(),
    restart(at) {
      if (at > clock.now()) clock.advanceTo(at)
    },
  }
}

function openStore(schema: Schema, world: World, vault: Vault, now: () => Instant) {
  const holdings = createHoldings()
  const store = createStore({
    schema,
    world,
    vault,
    now,
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
  const { rateLimit = false, realNow = Date.now } = options
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
      deviceUrlsBase: DEVICE_URLS_BASE,
    }
  }
  function open(scenario: Scenario, seed: number, devices: number | undefined, vault: Vault): Opened {
    const now = clock.now()
    const world = createWorld({ seed, now })
    const { store, holdings } = openStore(schema, world, vault, () => clock.now())
    const scene = createSceneBuilder({
      store,
      seed,
      start: now,
      ...(devices === undefined ? {} : { devices }),
    })
    scenario.build(scene)
    store.changed()
    return { scenario, seed, devices, world, store, parts: parts(store, holdings) }
  }
  function reopen(snapshot: CloudSnapshot): Opened {
    const world = restoreWorld(snapshot.world)
    const { store, holdings } = openStore(schema, world, createVault(), () => clock.now())
    store.restore(snapshot.store)
    const { seed, devices } = snapshot
    const scenario = scenarioNamed(snapshot.scenario)
    return { scenario, seed, devices, world, store, parts: parts(store, holdings) }
  }

  if (start > clock.now()) clock.advanceTo(start)
  let opened =
    first === undefined
      ? open(scenarioNamed(options.scenario), options.seed ?? DEFAULT_SEED, options.devices, createVault())
      : reopen(first)
  const faults = createFaults(opened.seed)
  const router = createRouter()

  const advance = () => {
    const now = clock.now()
    const { world, store } = opened
    if (now <= world.now() && store.jobs.builds.size === 0) return
    // A fleet begins to follow a new release when its build is over, not when somebody next asks.
    for (let at = nextBuildAt(store, world.now()); at <= now; at = nextBuildAt(store, at)) {
      world.advanceTo(at)
      settleBuilds(store, at)
    }
    if (now > world.now()) world.advanceTo(now)
    settleBuilds(store, now)
    settleAccounts(opened.store, now)
    opened.store.states.forget()
  }
  const reset = (wanted: ResetRequest) => {
    const scenario = wanted.scenario === undefined ? opened.scenario : scenarioNamed(wanted.scenario)
    const { signingKey } = opened.store.vault
    terminals.closeAll()
    ending.abort()
    clock.restart(wanted.at ?? scenario.start)
    const kept = wanted.scenario === undefined ? opened.devices : undefined
    opened = open(scenario, wanted.seed ?? opened.seed, wanted.devices ?? kept, {
      ...createVault(),
      signingKey,
    })
  }
  const terminals = createTerminals({ parts: () => opened.parts, faults, advance })

  function limit(request: Request, url: URL): void {
    if (!rateLimit) return
    const wait = requests.take(credentialOf(request, url) ?? 'anybody', realNow())
    if (wait !== undefined) throw new Refusal(429, 'Too Many Requests', { 'Retry-After': String(wait) })
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname.startsWith(CONTROL_PREFIX)) {
      const { scenario, seed, world, store } = opened
      const controlled = {
        scenario,
        seed,
        world,
        store,
        clock,
        faults,
        advance,
        reset(wanted: ResetRequest) {
          reset(wanted)
          Object.assign(controlled, opened)
        },
      }
      return respond(request, await control(controlled, request))
    }
    await strikeRequest(faults, request, url)
    limit(request, url)
    advance()
    const answered = await router.route(opened.parts, request)
    return strikeResponse(faults, request, url, respond(request, answered))
  }

  async function handle(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return preflight(request)
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof NetworkFault) throw error
      if (error instanceof Refusal) return refuse(request, error)
      // Whoever hung up while the body was read gets no answer, and nothing is wrong with the cloud.
      if (!request.signal.aborted) console.error(`${request.method} ${request.url} failed:`, error)
      return refuse(request, new Refusal(500))
    }
  }

  return {
    clock,
    handle,
    connectTerminal: (socket) => terminals.connect(socket),
    snapshot() {
      const { scenario, seed, devices, world, store } = opened
      advance()
      return {
        scenario: scenario.name,
        seed,
        devices,
        now: world.now(),
        world: world.snapshot(),
        store: store.snapshot(),
      }
    },
    dispose() {
      terminals.closeAll()
      ending.abort()
      clock.dispose()
    },
  }
}
