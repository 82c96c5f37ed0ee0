import { model, resourceNames } from '../../openapi/generated/model.ts'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { createWorld, restoreWorld } from '../../simulator/world/simulated-world.ts'
import type { World } from '../../simulator/world/world.ts'
import { createAccessIndex } from '../access/access.ts'
import { higher } from '../access/roles.ts'
import type { CloudClock } from '../base/clock.ts'
import { createSchema } from '../base/schema.ts'
import type { Schema } from '../base/schema.ts'
import { createFrozenDevices, isFrozenOrganization } from '../billing/allowance.ts'
import { pastDueSince } from '../billing/invoices.ts'
import { createLimiter } from '../http/limiter.ts'
import type { CloudParts, DeviceEndpoints, DeviceReach } from '../http/request-context.ts'
import { createUrlParser } from '../odata/parse.ts'
import type { UrlParser } from '../odata/parse.ts'
import { platformNamed } from '../platforms/platform.ts'
import type { Platform, PlatformName } from '../platforms/platform.ts'
import type { CloudSnapshot } from '../replay/snapshots.ts'
import { createSecrets } from '../store/secrets.ts'
import type { Secrets } from '../store/secrets.ts'
import { createStore } from '../store/store.ts'
import { createSceneBuilder } from '../worlds/builder.ts'
import { OWN_WORLD, ownWorld } from '../worlds/own-world.ts'
import { scenarioNamed } from '../worlds/registry.ts'
import type { Scenario } from '../worlds/scenario.ts'

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

export interface WorldChoice {
  scenario: Scenario
  platform: Platform
  seed: number
  devices: number | undefined
}

/** The world of a world file, if given. */
export const chosenScenario = ({
  scenario,
  worldFile,
}: {
  scenario: string
  worldFile?: WorldFile
}): Scenario => (worldFile === undefined ? scenarioNamed(scenario) : ownWorld(worldFile))

/** The stored reference to a scenario, with which it can be opened again. */
export const referenceTo = ({ name, worldFile }: Scenario) => ({
  scenario: name,
  ...(name === OWN_WORLD && worldFile !== undefined ? { worldFile } : {}),
})

export interface OpenWorld extends WorldChoice {
  world: World
  parts: CloudParts
}

function openStore(platform: Platform, schema: Schema, world: World, secrets: Secrets, now: () => Instant) {
  const accessIndex = createAccessIndex()
  const store = createStore({
    platform,
    schema,
    world,
    secrets,
    now,
    isFrozenOrganization,
    pastDueSince,
    frozenDevices: createFrozenDevices(),
    applicationsOf: (of, user) => new Set(accessIndex(of, user).applications.keys()),
    seatRole(of, user, organization) {
      const held = accessIndex(of, user)
      const organizationOf = of.rows('application').reader('organization')
      let best = held.organizations.get(organization)
      for (const [application, role] of held.applications) {
        if (organizationOf(application) === organization) best = higher(best, role)
      }
      return best ?? 'member'
    },
  })
  return { store, accessIndex }
}

/** What a world takes over from its cloud. */
export interface WorldSurroundings {
  clock: CloudClock
  realNow: () => number
  /** Aborted when the world ends. */
  ending: AbortSignal
}

export interface WorldOpener {
  /** Opens a scenario at the current time. */
  begin(choice: WorldChoice, secrets: Secrets, surroundings: WorldSurroundings): OpenWorld
  /** Opens the world of a snapshot. */
  restore(snapshot: CloudSnapshot, surroundings: WorldSurroundings): OpenWorld
}

/**
 * Opens worlds: a scenario or a snapshot becomes a simulated world with its store. `deviceEndpoints`: the hosts that
 * devices are told besides the API, if they can be reached by real devices. `deviceReach`: the way to real devices.
 */
export function createWorldOpener(
  deviceEndpoints: DeviceEndpoints = SIMULATED_ENDPOINTS,
  deviceReach?: DeviceReach,
): WorldOpener {
  const schema = createSchema(model, resourceNames)
  const parsers = {
    hosted: createUrlParser(),
    open: createUrlParser({ acceptsEncodedDelimiters: false }),
  } satisfies Record<PlatformName, UrlParser>

  const partsOf = (
    platform: Platform,
    world: World,
    secrets: Secrets,
    { clock, realNow, ending }: WorldSurroundings,
  ): CloudParts => ({
    ...openStore(platform, schema, world, secrets, () => clock.now()),
    ending,
    clock,
    parse: parsers[platform.name],
    realNow,
    logIns: createLimiter(LOG_IN_LIMIT),
    resets: createLimiter(RESET_LIMIT),
    logBatches: createLimiter(LOG_LIMIT),
    deviceUrlsBase: DEVICE_URLS_BASE,
    deviceEndpoints,
    deviceReach,
  })

  return {
    begin(choice, secrets, surroundings) {
      const now = surroundings.clock.now()
      const { scenario, platform, seed, devices } = choice
      const world = createWorld({ seed, now: now - (scenario.leadMs ?? 0) })
      const parts = partsOf(platform, world, secrets, surroundings)
      const { store } = parts
      store.open(() => {
        scenario.build(
          createSceneBuilder({ store, seed, start: now, ...(devices === undefined ? {} : { devices }) }),
        )
      })
      world.advanceTo(now)
      store.changed()
      return { scenario, platform, seed, devices, world, parts }
    },

    restore(snapshot, surroundings) {
      const world = restoreWorld(snapshot.world)
      const platform = platformNamed(snapshot.platform ?? 'hosted')
      const parts = partsOf(platform, world, createSecrets(), surroundings)
      parts.store.restore(snapshot.store)
      const { seed, devices } = snapshot
      return { scenario: chosenScenario(snapshot), platform, seed, devices, world, parts }
    },
  }
}
