import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { ControlledClock, Instant } from '../../simulator/base/clock.ts'
import type { World } from '../../simulator/world/world.ts'
import { createClock, foreignClock, isCloudClock } from '../base/clock.ts'
import type { CloudClock } from '../base/clock.ts'
import type { ControlContext, ResetRequest } from '../control/control-context.ts'
import { control } from '../control/control.ts'
import { createRequestLog } from '../control/request-log.ts'
import { createTerminals } from '../devices/terminal.ts'
import type { Terminals } from '../devices/terminal.ts'
import { createFaults } from '../faults/faults.ts'
import type { Faults } from '../faults/faults.ts'
import type { DeviceEndpoints, DeviceReach, HandlerResult } from '../http/request-context.ts'
import { platformNamed } from '../platforms/platform.ts'
import type { Platform, PlatformName } from '../platforms/platform.ts'
import { createHistory, MAX_DEVICES_FOR_SNAPSHOTS } from '../replay/replay.ts'
import type { History, ActionRecord, ReplayTarget } from '../replay/replay.ts'
import type { CloudSnapshot } from '../replay/snapshots.ts'
import { createRouter } from '../router/router.ts'
import { createSecrets } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import { DEFAULT_SEED } from '../worlds/scenario.ts'
import type { Scenario } from '../worlds/scenario.ts'
import { createAdvance } from './advance-world.ts'
import { chosenScenario, createWorldOpener, referenceTo } from './open-world.ts'
import type { OpenWorld, WorldChoice, WorldOpener, WorldSurroundings } from './open-world.ts'

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
  /** The way to devices outside of the simulation; undefined: they are sent nothing. */
  deviceReach?: DeviceReach | undefined
}

/** The current world of a cloud: opens it, advances it with the clock, replaces it and ends it. */
export class Lifecycle implements ControlContext, ReplayTarget {
  readonly clock: CloudClock
  readonly faults: Faults
  readonly history: History
  readonly requestLog = createRequestLog(() => this.clock.now())
  readonly realNow: () => number
  readonly terminals: Terminals
  readonly #opener: WorldOpener
  readonly #advance = createAdvance()
  readonly #router = createRouter()
  #open: OpenWorld
  #ending = new AbortController()
  #events = 0
  #branch = 1

  constructor(options: LifecycleOptions) {
    const { snapshot, keepsHistory: isOn = false, realNow = Date.now } = options
    const scenario = chosenScenario(snapshot ?? options)
    const seed = options.seed ?? scenario.worldFile?.seed ?? DEFAULT_SEED
    const start = snapshot?.now ?? options.at ?? scenario.start
    this.realNow = realNow
    this.#opener = createWorldOpener(options.deviceEndpoints, options.deviceReach)
    this.clock = cloudClock(options.clock, start)
    if (start > this.clock.now()) this.clock.advanceTo(start)
    const release = this.clock.hold()
    if (snapshot === undefined) {
      const secrets = createSecrets(seed)
      if (options.signingKey !== undefined) secrets.signingKey = options.signingKey
      this.#open = this.#opener.begin(
        {
          scenario,
          platform: platformNamed(options.platform ?? 'hosted'),
          seed,
          devices: options.devices,
        },
        secrets,
        this.#surroundings(),
      )
    } else this.#open = this.#opener.restore(snapshot, this.#surroundings())
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

  /** Tells the real devices whose target has changed to read it, as the platform does over its VPN. */
  wakeDevices(): void {
    const { parts } = this.#open
    if (parts.deviceReach === undefined) return
    void import('../devices/wake-devices.ts').then(({ wakeDevices }) => wakeDevices(parts))
  }

  control(request: Request): Promise<HandlerResult> {
    return control(this, request, true)
  }

  /** The world, advanced to the clock's current time. A property, because the control API passes it on. */
  readonly advance = (): void => {
    const { store, history, scenario } = this
    const scheduledEvents = () => scenario.scheduledEvents?.(history.openedAt) ?? []
    this.#events += this.#advance({ store, now: this.clock.now(), scheduledEvents })
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
    const { signingKey } = this.store.secrets
    this.#replace(snapshot.now, () => this.#opener.restore(snapshot, this.#surroundings()))
    this.store.secrets.signingKey = signingKey
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
  actionRecord(): ActionRecord {
    const { scenario, platform, seed, requestedDevices, history } = this
    return {
      ...referenceTo(scenario),
      platform: platform.name,
      seed,
      ...(requestedDevices === undefined ? {} : { devices: requestedDevices }),
      openedAt: history.openedAt,
      signingKey: this.store.secrets.signingKey,
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

  /** What the next world takes over. */
  #surroundings(): WorldSurroundings {
    this.#ending = new AbortController()
    const { clock, realNow } = this
    return { clock, realNow, ending: this.#ending.signal }
  }

  /** Opens a world with the previous signing key, so that sessions stay valid. */
  #openNew(choice: WorldChoice, at: Instant): void {
    const { signingKey } = this.store.secrets
    const secrets = { ...createSecrets(choice.seed), signingKey }
    this.#replace(at, () => this.#opener.begin(choice, secrets, this.#surroundings()))
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
}

function cloudClock(clock: ControlledClock | undefined, start: Instant): CloudClock {
  if (clock === undefined) return createClock(start)
  return isCloudClock(clock) ? clock : foreignClock(clock)
}
