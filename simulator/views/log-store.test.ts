import { describe, expect, test } from 'vitest'
import { aDevice, aRelease, DAYS, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import type { LogLine, World } from '../world/world.ts'

function messages(lines: readonly LogLine[]): string[] {
  return lines.map((it) => it.message)
}

describe('the logs of a device', () => {
  test('are in ascending order, limited to the requested number and to a thousand', () => {
    const world = aDevice()
    const lines = world.logs(0, { count: 50 })
    expect(lines).toHaveLength(50)
    const times = lines.map((it) => it.at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(NOON)
    expect(times.at(-1)).toBeGreaterThan(NOON - MINUTES)
    expect(world.logs(0, {})).toHaveLength(1000)
    expect(world.logs(0, { count: 5000 })).toHaveLength(1000)
    expect(world.logs(0, { count: 0 })).toEqual([])
  })

  test('are later than `after`, up to and including `before`', () => {
    const world = aDevice()
    const all = world.logs(0, { count: 20 })
    const [from, to] = [all[4]?.at ?? 0, all[15]?.at ?? 0]
    expect(world.logs(0, { after: from, before: to })).toEqual(
      all.filter((it) => it.at > from && it.at <= to),
    )
  })

  test('are the same for any division of the time range', () => {
    const world = aDevice('flaky')
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 20 * MINUTES)
    const expected = world.logs(0, { after: NOON - HOURS, count: 1000 })
    const cut: LogLine[] = []
    for (let at = NOON - HOURS; at < world.now(); at += 37 * SECONDS) {
      cut.push(...world.logs(0, { after: at, before: Math.min(at + 37 * SECONDS, world.now()) }))
    }
    expect(cut.slice(-expected.length)).toEqual(expected)
  })

  test('reach over weeks of silence, and to the last lines of a device that wrote nothing since', () => {
    const world = aDevice()
    world.setLink(0, false)
    const off = world.now()
    world.advanceTo(off + 20 * DAYS)
    const before = world.logs(0, { count: 40 })
    expect(before).toHaveLength(40)
    expect(before).toEqual(world.logs(0, { after: off - DAYS, before: off + MINUTES, count: 40 }))
    world.setLink(0, true)
    world.advanceTo(off + 20 * DAYS + 3 * MINUTES)
    const after = world.logs(0, { after: off + 20 * DAYS })
    const across = world.logs(0, { count: after.length + 40 })
    expect(across.slice(40)).toEqual(after)
    expect(across.slice(0, 40)).toEqual(before)
  })

  test('include all services again after a reboot', () => {
    const world = aDevice()
    const services = world.device(0).services.map((it) => it.serviceId)
    expect(services.length).toBeGreaterThan(2)
    world.command(0, { kind: 'reboot' })
    world.advanceTo(NOON + 30 * MINUTES)
    expect(world.device(0).bootedAt).toBeGreaterThan(NOON)
    const lines = world.logs(0, { after: NOON + 10 * MINUTES })
    const written = new Set(lines.map((it) => it.serviceId))
    expect(services.filter((it) => !written.has(it))).toEqual([])
  })

  test('never change after they were written', () => {
    const world = aDevice('flaky', { releases: [aRelease(1), aRelease(2, { crashLoops: 1 }), aRelease(3)] })
    const followed: LogLine[] = []
    let seen = NOON
    const steps: ((world: World) => void)[] = [
      (it) => it.setFleetTarget(1, 2),
      (it) => it.command(0, { kind: 'restart' }),
      (it) => it.setLink(0, false),
      (it) => it.setLink(0, true),
      (it) => it.command(0, { kind: 'reboot' }),
      (it) => it.setFleetTarget(1, 3),
    ]
    for (const step of steps) {
      step(world)
      for (let i = 0; i < 20; i++) {
        world.advanceTo(world.now() + 11 * SECONDS)
        followed.push(...world.logs(0, { after: seen }))
        seen = world.now()
      }
    }
    expect(followed.length).toBeGreaterThan(300)
    expect(world.logs(0, { after: NOON })).toEqual(followed.slice(-1000))
  })

  test('never come before the predicted time', () => {
    const world = aDevice()
    world.setFleetTarget(1, 2)
    let lines = 0
    for (let i = 0; i < 300; i++) {
      const before = world.now()
      const next = world.nextLogAt(0, before)
      if (next === null) throw new Error('A busy device always has a next line')
      world.advanceTo(next - 1)
      expect(world.logs(0, { after: before })).toEqual([])
      world.advanceTo(next)
      lines += world.logs(0, { after: before }).length
    }
    expect(lines).toBeGreaterThan(280)
  })

  test('are empty while it is offline', () => {
    const world = aDevice()
    world.setLink(0, false)
    world.advanceTo(NOON + HOURS)
    expect(world.logs(0, { after: NOON })).toEqual([])
    expect(world.nextLogAt(0, world.now())).toBeNull()
    expect(world.logs(0, { count: 10 })).toHaveLength(10)
    world.setLink(0, true)
    world.advanceTo(NOON + HOURS + MINUTES)
    expect(world.logs(0, { after: NOON }).every((it) => it.at > NOON + HOURS)).toBe(true)
  })

  test('reach back at most thirty days, and not before the device existed', () => {
    const world = aDevice('steady', { batch: { provisioned: [NOON - 10 * MINUTES, NOON - 9 * MINUTES] } })
    const [first] = world.logs(0, {})
    expect(first?.at).toBeGreaterThan(NOON - 10 * MINUTES)
    world.setLink(0, false)
    world.advanceTo(NOON + 31 * DAYS)
    expect(world.logs(0, {})).toEqual([])
  })

  test('are empty when they are disabled', () => {
    const world = aDevice()
    world.setConfig(0, 'RESIN_SUPERVISOR_LOG_CONTROL', 'false')
    expect(world.logs(0, {})).toEqual([])
    expect(world.nextLogAt(0, NOON)).toBeNull()
  })

  test('are empty for a device that has never connected', () => {
    expect(aDevice('never-seen').logs(0, {})).toEqual([])
  })
})

describe('the lines of a service', () => {
  test('match its kind', () => {
    const lines = aDevice()
      .logs(0, { count: 1000 })
      .filter((it) => !it.isSystem && !it.isStdErr)
    const of = (serviceId: number) => messages(lines.filter((it) => it.serviceId === serviceId))
    const shapes = {
      1: /^probe=[1-4] temp=-\d+\.\dC door=(open|closed)$/,
      2: /^(mqtt publish qos=1 topic=cc\/ams\/[1-4] ok \d+ ms|queue depth=\d oldest=\d\.\ds|broker keepalive ok rtt=\d+ ms)$/,
      3: /^(GET|POST) \/\S* \d{3} \d+\.\d ms$/,
      4: /^(all services answer|clock offset)/,
    }
    for (const [id, shape] of Object.entries(shapes)) {
      const own = of(Number(id))
      expect(own.length).toBeGreaterThan(5)
      expect(own.filter((it) => !shape.test(it))).toEqual([])
    }
  })

  test('include occasional warnings and rare stack traces', () => {
    const world = aDevice()
    world.advanceTo(NOON + DAYS)
    let warnings = 0
    let all = 0
    for (let hour = 0; hour < 24; hour++) {
      const at = NOON + hour * HOURS
      const lines = world.logs(0, { after: at, before: at + 20 * MINUTES })
      all += lines.length
      warnings += lines.filter((it) => it.isStdErr).length
    }
    expect(warnings / all).toBeGreaterThan(0.004)
    expect(warnings / all).toBeLessThan(0.04)
  })

  test('of a crashing release end with a stack trace, and the supervisor logs the exit', () => {
    const world = aDevice('steady', { releases: [aRelease(1), aRelease(2, { crashLoops: 1 })] })
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 20 * MINUTES)
    const lines = world.logs(0, { after: NOON + 10 * MINUTES })
    const exits = lines.filter((it) => it.isSystem && it.message.startsWith('Service exited'))
    expect(exits.length).toBeGreaterThan(5)
    const restarts = lines.filter((it) => it.isSystem && it.message.startsWith('Restarting service'))
    expect(Math.abs(restarts.length - exits.length)).toBeLessThanOrEqual(1)
    expect(lines.filter((it) => it.isStdErr && it.message.includes('at async main')).length).toBeGreaterThan(
      4,
    )
  })

  test('of a dying card include storage errors', () => {
    const lines = aDevice('dying-card').logs(0, {})
    expect(messages(lines.filter((it) => it.isStdErr)).some((it) => it.includes('EIO: i/o error'))).toBe(true)
  })

  test('of a memory leak end with the heap statistics', () => {
    const world = aDevice('runaway-memory')
    world.advanceTo(NOON + 7 * HOURS)
    const found = Array.from({ length: 28 }, (_, i) => NOON + i * 15 * MINUTES).flatMap((at) =>
      messages(world.logs(0, { after: at, before: at + 15 * MINUTES })),
    )
    expect(found.some((it) => it.includes('heap out of memory'))).toBe(true)
  })
})

test('the supervisor logs each step of an update (docs/platform/device-protocol.md)', () => {
  const world = aDevice()
  world.setFleetTarget(1, 2)
  world.advanceTo(NOON + 15 * MINUTES)
  const lines = world.logs(0, { after: NOON }).filter((it) => it.isSystem)
  const count = (start: string) => lines.filter((it) => it.message.startsWith(start)).length
  for (const start of [
    "Downloading image '",
    "Downloaded image '",
    "Killing service '",
    "Killed service '",
    "Installing service '",
    "Installed service '",
    "Starting service '",
    "Started service '",
    "Deleting image '",
    "Deleted image '",
  ]) {
    expect([start, count(start)]).toEqual([start, 4])
  }
  expect(count('Taking update locks')).toBe(1)
  expect(count('Releasing update locks')).toBe(1)
  const last = lines.findLastIndex((it) => it.message.startsWith('Downloaded image'))
  expect(last).toBeLessThan(lines.findIndex((it) => it.message === 'Taking update locks'))
})

test('a service logs nothing between the end of its old container and the start of its new one', () => {
  // Many devices, because each writes few lines in this short time.
  const world = aDevice('slow', { batch: { count: 60 } })
  world.setFleetTarget(1, 2)
  world.advanceTo(NOON + 2 * HOURS)
  const hub = world.release(2)?.services.find(({ serviceId }) => serviceId === 1)?.name ?? ''
  for (let index = 0; index < 60; index++) {
    const done = world.device(index).updateStatusAt ?? 0
    const lines = world.logs(index, { after: done - 3 * MINUTES, before: done })
    const moment = (verb: string) =>
      lines.find((it) => it.isSystem && it.message.startsWith(`${verb} service '${hub}`))?.at ?? 0
    const [killed, started] = [moment('Killing'), moment('Started')]
    expect(killed).toBeGreaterThan(0)
    expect(started).toBeGreaterThan(killed)
    const own = lines.filter((it) => !it.isSystem && it.serviceId === 1)
    expect(own.filter((it) => it.at >= killed && it.at < started)).toEqual([])
    expect(own.length).toBeGreaterThan(0)
  }
})

test('the supervisor logs a failed download', () => {
  const world = aDevice('dying-card', { batch: { count: 40 } })
  world.setFleetTarget(1, 2)
  world.advanceTo(NOON + HOURS)
  const failed = Array.from({ length: 40 }, (_, i) => world.logs(i, { before: NOON + 12 * MINUTES }))
    .flat()
    .filter((it) => it.message.startsWith("Failed to download image '"))
  expect(failed.length).toBeGreaterThan(10)
  expect(failed[0]?.message).toMatch(/ due to '.*input\/output error'$/)
})
