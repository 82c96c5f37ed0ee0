import { describe, expect, test } from 'vitest'
import type { UpdateStrategy } from '../definition/world-definition.ts'
import { aDevice, aRelease, aVariedRelease, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import type { World } from './world.ts'

/** A world in which release 2 replaces uplink with a strategy. */
function replacing(strategy: UpdateStrategy, change: Parameters<typeof aRelease>[1] = {}): World {
  const { services, ...plan } = aRelease(2, change)
  const changed = services.map((it) => (it.name === 'uplink' ? { ...it, strategy } : it))
  return aDevice('steady', { releases: [aRelease(1), { ...plan, services: changed }, aRelease(3)] })
}

/** The successive combinations of installs of uplink, by release and status. */
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

/** The supervisor's log lines about uplink and locks. */
function supervisorLines(world: World): string[] {
  return world
    .logs(0, { after: NOON })
    .filter((it) => it.isSystem && (it.serviceId === 2 || it.message.includes('lock')))
    .map((it) => it.message.replace(/ '.*/, ''))
}

describe('a service is replaced (docs/platform/device-protocol.md)', () => {
  test('by default after its new image is downloaded', () => {
    const world = replacing('download-then-kill')
    world.setFleetTarget(1, 2)
    const seen = watchUplink(world)
    expect(seen).toContain('1 Running + 2 Downloading')
    expect(seen).toContain('1 Running + 2 Downloaded')
    expect(seen.at(-1)).toBe('2 Running')
  })

  test('with the configured strategy, if it has no label', () => {
    const world = aDevice('steady', { releases: [aRelease(1), aRelease(2), aRelease(3)] })
    world.setConfig(0, 'BALENA_SUPERVISOR_UPDATE_STRATEGY', 'kill-then-download')
    world.setFleetTarget(1, 2)
    const seen = watchUplink(world)
    expect(seen.slice(0, 2)).toEqual(['1 Running', '1 Stopping'])
    expect(seen).not.toContain('1 Running + 2 Downloading')
    expect(seen.at(-1)).toBe('2 Running')
  })

  test('with the strategy of its label, which overrides the configuration', () => {
    const world = replacing('download-then-kill')
    world.setFleetConfig(1, 'RESIN_SUPERVISOR_UPDATE_STRATEGY', 'kill-then-download')
    world.setFleetTarget(1, 2)
    expect(watchUplink(world)).toContain('1 Running + 2 Downloading')
  })

  test('kill-then-download: it stops before the download', () => {
    const world = replacing('kill-then-download')
    world.setFleetTarget(1, 2)
    const seen = watchUplink(world)
    expect(seen.slice(0, 3)).toEqual(['1 Running', '1 Stopping', '2 Downloading'])
    expect(seen).not.toContain('1 Running + 2 Downloading')
    expect(seen.at(-1)).toBe('2 Running')
    const words = supervisorLines(world)
    expect(words.indexOf('Killed service')).toBeLessThan(words.indexOf('Downloading image'))
    expect(words.filter((it) => it === 'Deleting image')).toHaveLength(1)
    expect(words.lastIndexOf('Deleting image')).toBeGreaterThan(words.indexOf('Downloaded image'))
  })

  test('delete-then-download: its image is deleted before the download', () => {
    const world = replacing('delete-then-download')
    world.setFleetTarget(1, 2)
    watchUplink(world)
    const words = supervisorLines(world)
    expect(words.filter((it) => it === 'Deleting image')).toHaveLength(1)
    expect(words.indexOf('Deleted image')).toBeLessThan(words.indexOf('Downloading image'))
    expect(world.device(0)).toMatchObject({ runningReleaseId: 2, updateStatus: 'done' })
  })

  test('hand-over: the old container runs until the new one has run for a while', () => {
    const world = replacing('hand-over')
    world.setFleetTarget(1, 2)
    const seen = watchUplink(world)
    expect(seen).toContain('1 Running + 2 Starting')
    expect(seen).toContain('1 Handing over + 2 Awaiting handover')
    expect(seen.indexOf('1 Stopping + 2 Running')).toBeGreaterThan(
      seen.indexOf('1 Handing over + 2 Awaiting handover'),
    )
    expect(seen.at(-1)).toBe('2 Running')
    expect(supervisorLines(world)).toContain('Handing over service')
  })

  test('with a hand-over no longer than the configured timeout', () => {
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

describe('a service that is stopped before the download', () => {
  test('is not stopped while it holds the update lock, and nothing is downloaded', () => {
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

  test('starts again when the update is aborted or the target changes', () => {
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

  test('logs nothing while it is stopped', () => {
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

test('an update with deltas is logged as such and takes less time', () => {
  const ends = (deltas: string | null) => {
    const world = aDevice('steady', { releases: [aVariedRelease(1), aVariedRelease(2)] })
    world.setFleetConfig(1, 'RESIN_SUPERVISOR_DELTA', deltas)
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 15 * MINUTES)
    const deltaLines = world
      .logs(0, { after: NOON })
      .filter((it) => it.message.startsWith('Downloading delta for image'))
    return { deltas: deltaLines.length, at: world.device(0).updateStatusAt ?? 0 }
  }
  const [withDeltas, withoutDeltas] = [ends(null), ends('false')]
  expect([withDeltas.deltas, withoutDeltas.deltas]).toEqual([3, 0])
  expect(withDeltas.at).toBeLessThan(withoutDeltas.at)
})

describe('deltas that the platform has not created yet', () => {
  const built = (availableAt: number) =>
    aDevice('steady', { releases: [aVariedRelease(1), aVariedRelease(2, { availableAt }), aRelease(3)] })

  test('are waited for, in the words of the supervisor, and downloaded afterwards', () => {
    const world = built(NOON)
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 15 * MINUTES)
    const lines = world
      .logs(0, { after: NOON })
      .flatMap(({ isSystem, message }) => (isSystem ? [message] : []))
    const waits = lines.filter((line) => line === 'Delta still processing remotely. Will retry...')
    // Each attempt waits for a minute.
    expect(waits).toHaveLength(2)
    const first = lines.indexOf('Delta still processing remotely. Will retry...')
    expect(lines.slice(0, first).some((line) => line.startsWith('Downloading delta for image'))).toBe(true)
    expect(lines.slice(0, first).some((line) => line.startsWith('Downloaded image'))).toBe(false)
    expect(lines.slice(first).filter((line) => line.startsWith('Downloading delta for image'))).not.toEqual(
      [],
    )
    expect(lines.some((line) => line.startsWith('Failed to download'))).toBe(false)
    expect(world.device(0).runningReleaseId).toBe(2)
  })

  test('are there at once when the release was built long ago', () => {
    const world = built(NOON - HOURS)
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 15 * MINUTES)
    const lines = world.logs(0, { after: NOON }).map(({ message }) => message)
    expect(lines.some((line) => line.startsWith('Delta still processing'))).toBe(false)
    expect(world.device(0).runningReleaseId).toBe(2)
  })
})
