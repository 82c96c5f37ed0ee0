import { describe, expect, test } from 'vitest'
import type { UpdateStrategy } from './world-definition.ts'
import { aDevice, aRelease, aVariedRelease, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import type { World } from '../world.ts'

/** Release 2 replaces uplink in that way. */
function replacing(strategy: UpdateStrategy, change: Parameters<typeof aRelease>[1] = {}): World {
  const { services, ...plan } = aRelease(2, change)
  const changed = services.map((it) => (it.name === 'uplink' ? { ...it, strategy } : it))
  return aDevice('steady', { releases: [aRelease(1), { ...plan, services: changed }, aRelease(3)] })
}

/** Which installs of uplink there were, by release and status, in the order in which they were first seen together. */
function watchUplink(world: World, until = NOON + 15 * MINUTES): string[] {
  const seen: string[] = []
  for (let at = world.now(); at <= until; at += 250) {
    world.advanceTo(at)
    const now = world
      .device(0)
      .services.filter(({ name }) => name === 'uplink')
      .map(({ releaseId, status }) => `${releaseId} ${status}`)
      .join(' + ')
    if (seen.at(-1) !== now) seen.push(now)
  }
  return seen
}

/** What the supervisor says of uplink, and of locks. */
function said(world: World): string[] {
  return world
    .logs(0, { after: NOON })
    .filter((it) => it.isSystem && (it.serviceId === 2 || it.message.includes('lock')))
    .map((it) => it.message.replace(/ '.*/, ''))
}

describe('a service is replaced (docs/platform/device-protocol.md)', () => {
  test('by default once its new image is there: it runs while that is fetched', () => {
    const world = replacing('download-then-kill')
    world.setFleetTarget(1, 2)
    const seen = watchUplink(world)
    expect(seen).toContain('1 Running + 2 Downloading')
    expect(seen).toContain('1 Running + 2 Downloaded')
    expect(seen.at(-1)).toBe('2 Running')
  })

  test('as the configuration says, where its label says nothing', () => {
    const world = aDevice('steady', { releases: [aRelease(1), aRelease(2), aRelease(3)] })
    world.setConfig(0, 'BALENA_SUPERVISOR_UPDATE_STRATEGY', 'kill-then-download')
    world.setFleetTarget(1, 2)
    const seen = watchUplink(world)
    expect(seen.slice(0, 2)).toEqual(['1 Running', '1 Stopping'])
    expect(seen).not.toContain('1 Running + 2 Downloading')
    expect(seen.at(-1)).toBe('2 Running')
  })

  test('as its label says, whatever the configuration says', () => {
    const world = replacing('download-then-kill')
    world.setFleetConfig(1, 'RESIN_SUPERVISOR_UPDATE_STRATEGY', 'kill-then-download')
    world.setFleetTarget(1, 2)
    expect(watchUplink(world)).toContain('1 Running + 2 Downloading')
  })

  test('kill-then-download: it stops before anything is fetched', () => {
    const world = replacing('kill-then-download')
    world.setFleetTarget(1, 2)
    const seen = watchUplink(world)
    expect(seen.slice(0, 3)).toEqual(['1 Running', '1 Stopping', '2 Downloading'])
    expect(seen).not.toContain('1 Running + 2 Downloading')
    expect(seen.at(-1)).toBe('2 Running')
    const words = said(world)
    expect(words.indexOf('Killed service')).toBeLessThan(words.indexOf('Downloading image'))
    expect(words.filter((it) => it === 'Deleting image')).toHaveLength(1)
    expect(words.lastIndexOf('Deleting image')).toBeGreaterThan(words.indexOf('Downloaded image'))
  })

  test('delete-then-download: its image goes as well before the new one comes', () => {
    const world = replacing('delete-then-download')
    world.setFleetTarget(1, 2)
    watchUplink(world)
    const words = said(world)
    expect(words.filter((it) => it === 'Deleting image')).toHaveLength(1)
    expect(words.indexOf('Deleted image')).toBeLessThan(words.indexOf('Downloading image'))
    expect(world.device(0)).toMatchObject({ runningReleaseId: 2, updateStatus: 'done' })
  })

  test('hand-over: the old container goes on until the new one has run for a while', () => {
    const world = replacing('hand-over')
    world.setFleetTarget(1, 2)
    const seen = watchUplink(world)
    expect(seen).toContain('1 Running + 2 Starting')
    expect(seen).toContain('1 Handing over + 2 Awaiting handover')
    expect(seen.indexOf('1 Stopping + 2 Running')).toBeGreaterThan(
      seen.indexOf('1 Handing over + 2 Awaiting handover'),
    )
    expect(seen.at(-1)).toBe('2 Running')
    expect(said(world)).toContain('Handing over service')
  })

  test('a hand-over lasts no longer than its configured time', () => {
    const overlap = (timeout: string | null) => {
      const world = replacing('hand-over')
      world.setFleetConfig(1, 'RESIN_SUPERVISOR_HANDOVER_TIMEOUT', timeout)
      world.setFleetTarget(1, 2)
      world.advanceTo(NOON + 15 * MINUTES)
      const lines = world.logs(0, { after: NOON }).filter((it) => it.isSystem && it.serviceId === 2)
      const at = (verb: string) => lines.findLast((it) => it.message.startsWith(verb))?.at ?? 0
      return at('Killing service') - at('Started service')
    }
    expect(overlap('1000')).toBe(1000)
    expect(overlap(null)).toBeGreaterThan(3000)
  })
})

describe('a service that makes room for its own image', () => {
  test('is not stopped while it holds the update lock, and nothing is fetched', () => {
    const world = replacing('kill-then-download')
    world.setLock(0, 'uplink')
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({ updateStatus: 'applying changes', downloadProgress: null })
    expect(watchUplink(world, world.now())).toEqual(['1 Running'])
    world.setLock(0, null)
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0).runningReleaseId).toBe(2)
  })

  test('starts again when the update is aborted, or another target takes its place', () => {
    const aborted = replacing('kill-then-download', { aborts: 1 })
    aborted.setFleetTarget(1, 2)
    expect(watchUplink(aborted).at(-1)).toBe('1 Running')
    expect(aborted.device(0).updateStatus).toBe('aborted')
    const turned = replacing('kill-then-download')
    turned.setFleetTarget(1, 2)
    turned.advanceTo(NOON + 40 * SECONDS)
    turned.setFleetTarget(1, 1)
    expect(watchUplink(turned).slice(-2)).toEqual(['1 Starting', '1 Running'])
    expect(
      turned.logs(0, { after: NOON + 2 * MINUTES }).some((it) => !it.isSystem && it.serviceId === 2),
    ).toBe(true)
  })

  test('says nothing from its end to its new beginning', () => {
    const world = replacing('kill-then-download')
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 10 * MINUTES)
    const lines = world.logs(0, { after: NOON }).filter((it) => it.serviceId === 2)
    const moment = (verb: string) => lines.find((it) => it.isSystem && it.message.startsWith(verb))?.at ?? 0
    const [killed, started] = [moment('Killing'), moment('Started')]
    expect(started - killed).toBeGreaterThan(30 * SECONDS)
    expect(lines.filter((it) => !it.isSystem && it.at >= killed && it.at < started)).toEqual([])
    expect(lines.some((it) => !it.isSystem && it.at >= started)).toBe(true)
  })
})

test('an update by differences is told as such and takes less time', () => {
  const ends = (deltas: string | null) => {
    const world = aDevice('steady', { releases: [aVariedRelease(1), aVariedRelease(2)] })
    world.setFleetConfig(1, 'RESIN_SUPERVISOR_DELTA', deltas)
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 15 * MINUTES)
    const told = world
      .logs(0, { after: NOON })
      .filter((it) => it.message.startsWith('Downloading delta for image'))
    return { deltas: told.length, at: world.device(0).updateStatusAt ?? 0 }
  }
  const [by, whole] = [ends(null), ends('false')]
  expect([by.deltas, whole.deltas]).toEqual([3, 0])
  expect(by.at).toBeLessThan(whole.at)
})
