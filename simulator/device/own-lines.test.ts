import { describe, expect, test } from 'vitest'
import type { ServiceLog } from '../definition/world-definition.ts'
import { aDevice, aRelease, HOURS, MINUTES, NOON } from '../testing/a-world.ts'

const METER: ServiceLog = {
  start: ['meter on bus {a|b} at {town} ready'],
  lines: [
    { text: 'flow={~2.0..14.8} L/min temp={4..12}C valve={open|closed}', everyMs: 5_000, level: 'info' },
    { text: '{"batch":{1000..9999},"state":"done"}', everyMs: 60_000, level: 'info' },
    { text: 'warning: foam at {town}', everyMs: 600_000, level: 'warning' },
  ],
  crash: ['valve controller does not answer', 'giving up'],
  full: 'cannot write batch {1..9}: no space left',
}

/** A device with one service that has this log, and a second release that can crash. */
function aMeter(persona?: Parameters<typeof aDevice>[0]) {
  const releases = [aRelease(1), aRelease(2, { crashLoops: 1 })].map((release) => ({
    ...release,
    services: release.services.slice(0, 1).map((one) => ({ ...one, name: 'flow-meter', log: METER })),
  }))
  return aDevice(persona, { releases, target: 1 })
}

const messages = (world: ReturnType<typeof aMeter>, count = 1000) =>
  world.logs(0, { count }).filter(({ isSystem }) => !isSystem)

describe('a service with a log of its own', () => {
  test('writes its lines with filled-in fields, and none of its kind', () => {
    const world = aMeter()
    world.advanceTo(NOON + HOURS)
    const lines = messages(world).map(({ message }) => message)
    expect(lines.length).toBeGreaterThan(700)
    for (const line of lines)
      expect(line).toMatch(
        /^(?:flow=(?:[2-9]|1[0-4])\.\d L\/min temp=(?:[4-9]|1[0-2])C valve=(?:open|closed)|\{"batch":\d{4},"state":"done"\}|warning: foam at Amsterdam|meter on bus [ab] at Amsterdam ready|flow-meter \S+ starting)$/,
      )
    const valves = new Set(lines.flatMap((line) => /valve=(\w+)/.exec(line)?.[1] ?? []))
    expect(valves).toEqual(new Set(['open', 'closed']))
  })

  test('writes each line at its own rate, and warnings to the error output', () => {
    const world = aMeter()
    world.advanceTo(NOON + HOURS)
    const since = NOON + 30 * MINUTES
    const lines = messages(world).filter(({ at }) => at >= since)
    const shareOf = (start: string) => lines.filter(({ message }) => message.startsWith(start)).length
    expect(shareOf('flow=')).toBe(360)
    expect(shareOf('{"batch"')).toBe(30)
    expect(shareOf('warning')).toBe(3)
    for (const { message, isStdErr } of lines) expect(isStdErr).toBe(message.startsWith('warning'))
  })

  test('a slow value moves in small steps, and the same line is the same however it is asked', () => {
    const world = aMeter()
    world.advanceTo(NOON + HOURS)
    const all = messages(world)
    const flows = all.flatMap(({ message }) => /flow=([\d.]+)/.exec(message)?.[1] ?? []).map(Number)
    const steps = flows.slice(1).map((flow, at) => Math.abs(flow - (flows[at] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(0.5)
    expect(Math.max(...flows) - Math.min(...flows)).toBeGreaterThan(1)
    const [from, to] = [all[200]?.at ?? 0, all[300]?.at ?? 0]
    const asked = world.logs(0, { after: from, before: to }).filter(({ isSystem }) => !isSystem)
    expect(asked).toEqual(all.filter(({ at }) => at > from && at <= to))
  })

  test('has its own last words, and its own words for a full storage', () => {
    const crashing = aMeter()
    crashing.setFleetTarget(1, 2)
    crashing.advanceTo(NOON + HOURS)
    const said = messages(crashing).map(({ message }) => message)
    const last = said.indexOf('giving up')
    expect(said.slice(last - 1, last + 2)).toEqual([
      'valve controller does not answer',
      'giving up',
      expect.stringMatching(/^flow-meter \S+ starting$/),
    ])
    const full = aMeter('filling')
    full.advanceTo(NOON + 80 * 24 * HOURS)
    const words = messages(full).map(({ message }) => message)
    expect(words.some((line) => /^cannot write batch [1-9]: no space left$/.test(line))).toBe(true)
    expect(words.filter((line) => line.includes('ENOSPC'))).toEqual([])
  })
})
