import { model, resourceNames } from '../openapi/generated/model.ts'
import type { WorldFile } from '../openapi/generated/world-file.d.ts'
import type { ControlledClock, Instant } from '../simulator/base/clock.ts'
import { createWorld, restoreWorld } from '../simulator/world/simulated-world.ts'
import type { World } from '../simulator/world/world.ts'
import { createHoldings } from './access/access.ts'
import { createLimiter } from './access/limiter.ts'
import { higher } from './access/roles.ts'
import { createFrozenDevices, isFrozenOrganization } from './billing/allowance.ts'
import { settleAccounts } from './billing/charging.ts'
import { createClock, foreignClock, isCloudClock } from './clock.ts'
import type { CloudClock } from './clock.ts'
import type { ControlContext, ResetRequest } from './control/control-context.ts'
import { control } from './control/control.ts'
import { createRequestLog } from './control/request-log.ts'
import { createFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import type { CloudParts, DeviceEndpoints, HandlerResult } from './http/request-context.ts'
import { createRouter } from './http/router.ts'
import { createUrlParser } from './odata/parse.ts'
import { createSchema } from './odata/schema.ts'
import type { Schema } from './odata/schema.ts'
import { platformNamed } from './platforms/platform.ts'
import type { Platform, PlatformName } from './platforms/platform.ts'
import { createHistory, MAX_DEVICES_FOR_SNAPSHOTS } from './replay/replay.ts'
import type { History, RecordedSession, ReplayTarget } from './replay/replay.ts'
import type { CloudSnapshot } from './replay/snapshots.ts'
import { createSceneBuilder } from './scenarios/builder.ts'
import { scenarioNamed } from './scenarios/registry.ts'
import { DEFAULT_SEED } from './scenarios/scenario.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { nextBuildAt, settleBuilds } from './services/builds.ts'
import { createSecrets } from './store/secrets.ts'
import type { Secrets } from './store/secrets.ts'
import { createStore } from './store/store.ts'
import type { Store } from './store/store.ts'
import { createTerminals } from './terminal.ts'
import type { Terminals } from './terminal.ts'
import { OWN_WORLD, ownWorld } from './worlds/own-world.ts'

export interface LifecycleOptions {
  scenario: string
  /** A world file, instead of a named scenario. */
  worldFile?: WorldFile
  /** The platform to simulate; undefined: the hosted one. */
  platform?: PlatformName
  seed?: number
  /** The number of devices; undefined: that of the scenario. */
  devices?: number
  /** When the world opens; undefined: the time of the scenario. */
  at?: Instant
  /** Undefined: a clock that runs with the clock of the host. */
  clock?: ControlledClock
  snapshot?: CloudSnapshot
  /** Key that signs session tokens; undefined: a new one. */
  signingKey?: Uint8Array<ArrayBuffer> | undefined
  /** Keeps snapshots and a request log, which takes time and memory. */
  keepsHistory?: boolean
  /** Real milliseconds, for token dates and rate limits. */
  realNow?: () => number
  /** The hosts that devices are told besides the API; undefined: names that only simulated devices can reach. */
  deviceEndpoints?: DeviceEndpoints
}

/** Host name of the mock platform; never a real host (RFC 2606). */
const DEVICE_URLS_BASE = 'devices.flotilla.test'

/** Hosts of the mock platform that only simulated devices can reach. */
const SIMULATED_ENDPOINTS: DeviceEndpoints = {
  vpnEndpoint: 'cloudlink.flotilla.test',
  registryEndpoint: 'registry2.flotilla.test',
  deltaEndpoint: 'https://delta.flotilla.test',
}

const LOG_IN_LIMIT = { limit: 10, windowMs: 3_600_000 }
/** Rate limit for log batches of a device (docs/platform/http.md). */
const LOG_LIMIT = { limit: 15, windowMs: 10_000 }
const RESET_LIMIT = { limit: 3, windowMs: 900_000 }

interface WorldChoice {
  scenario: Scenario
  platform: Platform
  seed: number
  devices: number | undefined
}

/** The world of a world file, if given. */
const chosenScenario = ({ scenario, worldFile }: { scenario: string; worldFile?: WorldFile }): Scenario =>
  worldFile === undefined ? scenarioNamed(scenario) : ownWorld(worldFile)

/** The stored reference to a scenario, with which it can be opened again. */
const referenceTo = ({ name, worldFile }: Scenario) => ({
  scenario: name,
  ...(name === OWN_WORLD && worldFile !== undefined ? { worldFile } : {}),
})

interface OpenWorld extends WorldChoice {
  world: World
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

/** The current world of a cloud: opens it, advances it with the clock, replaces it and ends it. */
export class Lifecycle implements ControlContext, ReplayTarget {
  readonly clock: CloudClock
  readonly faults: Faults
  readonly history: History
  readonly journal = createRequestLog(() => this.clock.now())
  readonly realNow: () => number
  readonly terminals: Terminals
  readonly #schema = createSchema(model, resourceNames)
  readonly #parse = createUrlParser()
  readonly #router = createRouter()
  readonly #deviceEndpoints: DeviceEndpoints
  #open: OpenWorld
  #ending = new AbortController()
  #events = 0
  #branch = 1
  #lastFrozen: { store: Store; frozen: ReadonlySet<number> | undefined } | undefined

  constructor(options: LifecycleOptions) {
    const { snapshot, keepsHistory: isOn = false, realNow = Date.now } = options
    const scenario = chosenScenario(snapshot ?? options)
    const seed = options.seed ?? scenario.worldFile?.seed ?? DEFAULT_SEED
    const start = snapshot?.now ?? options.at ?? scenario.start
    this.realNow = realNow
    this.#deviceEndpoints = options.deviceEndpoints ?? SIMULATED_ENDPOINTS
    this.clock = cloudClock(options.clock, start)
    if (start > this.clock.now()) this.clock.advanceTo(start)
    const release = this.clock.hold()
    if (snapshot === undefined) {
      const secrets = createSecrets(seed)
      if (options.signingKey !== undefined) secrets.signingKey = options.signingKey
      this.#open = this.#begin(
        {
          scenario,
          platform: platformNamed(options.platform ?? 'hosted'),
          seed,
          devices: options.devices,
        },
        secrets,
      )
    } else this.#open = this.#restore(snapshot)
    release()
    this.faults = createFaults(this.seed, realNow)
    if (snapshot?.faults !== undefined) this.faults.restore(snapshot.faults)
    this.terminals = createTerminals({
      parts: () => this.#open.parts,
      faults: this.faults,
      advance: () => this.advance(),
    })
    this.history = createHistory({
      target: this,
      openedAt: snapshot?.openedAt ?? start,
      actions: snapshot?.actions ?? [],
      isOn,
    })
  }

  get scenario(): Scenario {
    return this.#open.scenario
  }

  get platform(): Platform {
    return this.#open.platform
  }

  get seed(): number {
    return this.#open.seed
  }

  get requestedDevices(): number | undefined {
    return this.#open.devices
  }

  get world(): World {
    return this.#open.world
  }

  get store(): Store {
    return this.#open.parts.store
  }

  get events(): number {
    return this.#events
  }

  /** Loads the code needed to handle a request; undefined when everything is loaded. */
  prepare(request: Request, url: URL): Promise<unknown> | undefined {
    return this.#router.prepare(request, url)
  }

  perform(request: Request): Promise<HandlerResult> {
    return this.#router.route(this.#open.parts, request)
  }

  control(request: Request): Promise<HandlerResult> {
    return control(this, request, true)
  }

  /** The world, advanced to the clock's current time. A property, because the control API passes it on. */
  readonly advance = (): void => {
    const now = this.clock.now()
    const { world, store } = this
    this.#updateFrozen(store)
    if (now <= world.now() && store.jobs.builds.size === 0) return
    const happenings = this.scenario.happenings?.(this.history.openedAt) ?? []
    const next = (after: Instant) =>
      Math.min(nextBuildAt(store, after), happenings.find(({ at }) => at > after)?.at ?? Infinity)
    // A fleet starts to track a new release when its build is complete, not at the next request.
    for (let at = next(world.now()); at <= now; at = next(at)) {
      this.#events += world.advanceTo(at)
      settleBuilds(store, at)
      for (const one of happenings) if (one.at === at) one.happen(store)
    }
    if (now > world.now()) this.#events += world.advanceTo(now)
    settleBuilds(store, now)
    settleAccounts(store, now)
    store.states.forget()
  }

  reset(request: ResetRequest): void {
    const { worldFile } = request
    const isSame = request.scenario === undefined && worldFile === undefined
    const scenario = isSame ? this.scenario : chosenScenario({ scenario: request.scenario ?? '', worldFile })
    const platform = request.platform === undefined ? this.platform : platformNamed(request.platform)
    const devices = request.devices ?? (isSame ? this.requestedDevices : undefined)
    // A world file opens the same world on every machine.
    const seed = request.seed ?? (worldFile === undefined ? this.seed : (worldFile.seed ?? DEFAULT_SEED))
    const at = request.at ?? scenario.start
    this.#openNew({ scenario, platform, seed, devices }, at)
    this.#events = 0
    this.history.opened(at)
  }

  openAgain(at: Instant): void {
    this.#openNew(this.#open, at)
  }

  reopen(snapshot: CloudSnapshot): void {
    const { signingKey } = this.store.vault
    this.#replace(snapshot.now, () => this.#restore(snapshot))
    this.store.vault.signingKey = signingKey
  }

  snapshot(): CloudSnapshot {
    this.advance()
    const { scenario, platform, seed, world, store, history } = this
    return {
      ...referenceTo(scenario),
      platform: platform.name,
      seed,
      devices: this.requestedDevices,
      now: world.now(),
      world: world.snapshot(),
      store: store.snapshot(),
      openedAt: history.openedAt,
      faults: this.faults.snapshot(),
      actions: history.recorder.actions,
    }
  }

  /** The recorded session of the current world. */
  recording(): RecordedSession {
    const { scenario, platform, seed, requestedDevices, history } = this
    return {
      ...referenceTo(scenario),
      platform: platform.name,
      seed,
      ...(requestedDevices === undefined ? {} : { devices: requestedDevices }),
      openedAt: history.openedAt,
      signingKey: this.store.vault.signingKey,
      actions: history.recorder.actions,
      faults: this.faults.snapshot(),
      branch: this.#branch,
      isLarge: this.world.size > MAX_DEVICES_FOR_SNAPSHOTS,
    }
  }

  dispose(): void {
    this.terminals.closeAll()
    this.#ending.abort()
    this.clock.dispose()
  }

  #begin(choice: WorldChoice, vault: Secrets): OpenWorld {
    const now = this.clock.now()
    const { scenario, platform, seed, devices } = choice
    const world = createWorld({ seed, now: now - (scenario.leadMs ?? 0) })
    const parts = this.#parts(platform, world, vault)
    const { store } = parts
    scenario.build(
      createSceneBuilder({ store, seed, start: now, ...(devices === undefined ? {} : { devices }) }),
    )
    world.advanceTo(now)
    store.changed()
    return { scenario, platform, seed, devices, world, parts }
  }

  #restore(snapshot: CloudSnapshot): OpenWorld {
    const world = restoreWorld(snapshot.world)
    const platform = platformNamed(snapshot.platform ?? 'hosted')
    const parts = this.#parts(platform, world, createSecrets())
    parts.store.restore(snapshot.store)
    const { seed, devices } = snapshot
    return { scenario: chosenScenario(snapshot), platform, seed, devices, world, parts }
  }

  #parts(platform: Platform, world: World, vault: Secrets): CloudParts {
    this.#ending = new AbortController()
    const { clock, realNow } = this
    return {
      ...openStore(platform, this.#schema, world, vault, () => clock.now()),
      ending: this.#ending.signal,
      clock,
      parse: this.#parse,
      realNow,
      logIns: createLimiter(LOG_IN_LIMIT),
      resets: createLimiter(RESET_LIMIT),
      logBatches: createLimiter(LOG_LIMIT),
      deviceUrlsBase: DEVICE_URLS_BASE,
      deviceEndpoints: this.#deviceEndpoints,
    }
  }

  /** Opens a world with the previous signing key, so that sessions stay valid. */
  #openNew(choice: WorldChoice, at: Instant): void {
    const { signingKey } = this.store.vault
    this.#replace(at, () => this.#begin(choice, { ...createSecrets(choice.seed), signingKey }))
  }

  /** Replaces the world and ends everything that is open in the old one. */
  #replace(at: Instant, make: () => OpenWorld): void {
    this.terminals.closeAll()
    this.#ending.abort()
    this.#branch++
    // The world opens at the current time, however long opening takes and however fast the clock runs.
    const release = this.clock.hold()
    const before = this.clock.now()
    try {
      this.clock.restart(at)
      this.#open = make()
    } catch (error) {
      // The previous world still exists and continues.
      this.clock.restart(before)
      throw error
    } finally {
      release()
    }
  }

  /** Informs the world about the frozen devices, which get no new target. */
  #updateFrozen(store: Store): void {
    const frozen = store.frozenDevices()
    if (this.#lastFrozen?.store === store && this.#lastFrozen.frozen === frozen) return
    this.#lastFrozen = { store, frozen }
    store.world.setFrozen(frozen ?? new Set())
  }
}

function cloudClock(clock: ControlledClock | undefined, start: Instant): CloudClock {
  if (clock === undefined) return createClock(start)
  return isCloudClock(clock) ? clock : foreignClock(clock)
}
