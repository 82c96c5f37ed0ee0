import type { Instant } from '../base/clock.ts'
import type { PersonaName } from '../definition/device-profiles.ts'
import type { DeviceBatch, Hardware, ReleasePlan, ServicePlan } from '../definition/world-definition.ts'
import { createWorld } from '../world/simulated-world.ts'
import type { World } from '../world/world.ts'

/** 20 November 2026, 14:00 UTC. */
export const NOON: Instant = 1_795_183_200_000
export const SECONDS = 1000
export const MINUTES = 60 * SECONDS
export const HOURS = 60 * MINUTES
export const DAYS = 24 * HOURS

export const PI: Hardware = {
  deviceTypeId: 58,
  slug: 'raspberrypi4-64',
  model: 'Raspberry Pi 4 (64-bit)',
  arch: 'aarch64',
  cores: 4,
  memoryMiB: 1900,
  storageMiB: 14_500,
  blockDevice: 'mmcblk0p6',
}

const KINDS = {
  'sensor-hub': 'sensor',
  uplink: 'uplink',
  dashboard: 'dashboard',
  watchdog: 'watchdog',
} as const

/** A release whose services have different update strategies, and whose images share layers with other releases. */
export function aVariedRelease(id: number, change: Partial<ReleasePlan> = {}): ReleasePlan {
  const variants: Record<string, Partial<ServicePlan>> = {
    'sensor-hub': { strategy: 'kill-then-download' },
    uplink: { strategy: 'hand-over' },
    dashboard: { strategy: 'delete-then-download' },
  }
  const { services, ...plan } = aRelease(id, change)
  return {
    ...plan,
    services: services.map((it) => ({
      ...it,
      ...variants[it.name],
      layers: [
        { id: 1, bytes: it.imageSize / 2 },
        { id: it.imageId * 10, bytes: it.imageSize / 2 },
      ],
      deltas: [{ fromImageId: it.imageId - 100, bytes: it.imageSize / 20 }],
    })),
  }
}

/** A release with four services. Those in `keep` have the images of release 1. */
export function aRelease(
  id: number,
  change: Partial<ReleasePlan> & { keep?: readonly string[] } = {},
): ReleasePlan {
  const { keep = [], ...plan } = change
  const services = Object.entries(KINDS).map(([name, kind], i): ServicePlan => ({
    serviceId: i + 1,
    name,
    kind,
    imageId: (keep.includes(name) ? 1 : id) * 100 + i,
    imageSize: 40_000_000 + i * 20_000_000,
  }))
  return {
    id,
    fleetId: 1,
    commit: String(id).repeat(40).slice(0, 40),
    version: `1.${id}.0`,
    services,
    ...plan,
  }
}

export function aBatch(change: Partial<DeviceBatch> = {}): DeviceBatch {
  return {
    fleetId: 1,
    count: 1,
    hardware: PI,
    personas: [{ value: 'steady', weight: 1 }],
    runningRelease: [{ value: 1, weight: 1 }],
    os: [{ value: { version: 'balenaOS 6.0.24', variant: 'prod' }, weight: 1 }],
    supervisor: [{ value: '17.0.1', weight: 1 }],
    places: [{ value: { name: 'Amsterdam', latitude: 52.37, longitude: 4.9 }, weight: 1 }],
    provisioned: [NOON - 200 * DAYS, NOON - 30 * DAYS],
    ...change,
  }
}

export interface WorldOptions {
  seed?: number
  target?: number | null
  releases?: readonly ReleasePlan[]
  batch?: Partial<DeviceBatch>
}

/** A world with fleet 1 and releases 1 to 3; the default target is release 1. */
export function aWorld({ seed = 7, target = 1, releases, batch = {} }: WorldOptions = {}): World {
  const world = createWorld({ seed, now: NOON })
  for (const release of releases ?? [aRelease(1), aRelease(2), aRelease(3)]) world.addRelease(release)
  world.addFleet({ id: 1, name: 'cold-chain-eu', targetReleaseId: target })
  world.addFleet({ id: 2, name: 'harbor-cams', targetReleaseId: null })
  if (batch.count !== 0) world.addDevices(aBatch(batch))
  return world
}

/** A realistic mix of all personas. */
export const MIXED: DeviceBatch['personas'] = (
  [
    ['steady', 60],
    ['flaky', 12],
    ['slow', 6],
    ['dying-card', 5],
    ['runaway-memory', 4],
    ['hot', 3],
    ['asleep', 5],
    ['never-seen', 3],
    ['undervolted', 2],
    ['flapping', 2],
    ['api-blocked', 2],
    ['filling', 2],
    ['wrong-clock', 2],
  ] satisfies [PersonaName, number][]
).map(([value, weight]) => ({ value, weight }))

/** A world whose devices, by default one, have the same persona. */
export function aDevice(persona: PersonaName = 'steady', options: WorldOptions = {}): World {
  return aWorld({ ...options, batch: { personas: [{ value: persona, weight: 1 }], ...options.batch } })
}

/** Indexes of all devices that exist. */
export function everyIndex(world: World): number[] {
  return Array.from({ length: world.size }, (_, i) => i).filter((i) => world.exists(i))
}
