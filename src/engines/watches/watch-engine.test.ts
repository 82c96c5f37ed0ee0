import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesFrom, OVERLAP_MS, step, type WatchEvent, type Seen } from './watch-engine.ts'
import { knownSchema, type Known, type Watch } from './watch.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-11-20T12:00:00Z')
const base = { id: '0123456789ab', paused: false, since: NOW }
const device = { uuid: 'ab12', name: 'cold-17' }
const fleet = { id: 7, name: 'cold-chain-eu' }

const deviceWatch = (kind: 'device-online' | 'device-offline' | 'device-updated'): Watch => ({
  ...base,
  kind,
  device,
})
const listWatch = (kind: 'list-offline' | 'list-new' | 'list-issue'): Watch => ({
  ...base,
  kind,
  fleet,
  filter: '',
})

const seenDevice = (change: Partial<Extract<Seen, { kind: 'device' }>> = {}): Seen => ({
  kind: 'device',
  device,
  isOnline: true,
  connectionAt: NOW,
  running: 1,
  target: 1,
  release: '4.12.1',
  ...change,
})

/** Runs a watch through observations a minute apart and returns the events of each. */
function eventsOf(watch: Watch, looks: readonly Seen[]): string[][] {
  let known: Known | undefined
  return looks.map((seen, at) => {
    const stepped = step(watch, known, seen, NOW + at * MINUTE)
    // As after a reload.
    known = knownSchema.parse(JSON.parse(JSON.stringify(stepped.known)))
    return stepped.happened.map(({ what, about, count }) =>
      [what, about, count > 1 && count].filter(Boolean).join(' '),
    )
  })
}

describe('watching a device', () => {
  test('reports online and offline once each, and nothing at the first read [OPS-070]', () => {
    const off = seenDevice({ isOnline: false })
    const on = seenDevice()
    expect(eventsOf(deviceWatch('device-offline'), [off, on, off, off, on])).toEqual([
      [],
      [],
      ['device-offline'],
      [],
      [],
    ])
    expect(eventsOf(deviceWatch('device-online'), [off, on, on, off, on])).toEqual([
      [],
      ['device-online'],
      [],
      [],
      ['device-online'],
    ])
  })

  test('reports a finished update when another release runs and is the target [OPS-070]', () => {
    const looks = [
      seenDevice(),
      seenDevice({ target: 2 }),
      seenDevice({ target: 2, running: 2, release: '5.0.0' }),
      seenDevice({ target: 2, running: 2, release: '5.0.0' }),
      // The update was cancelled.
      seenDevice({ target: 3, running: 2 }),
      seenDevice({ target: 2, running: 2 }),
      // Two releases between two reads.
      seenDevice({ target: 4, running: 4, release: '6.0.0' }),
    ]
    expect(eventsOf(deviceWatch('device-updated'), looks)).toEqual([
      [],
      [],
      ['device-updated 5.0.0'],
      [],
      [],
      [],
      ['device-updated 6.0.0'],
    ])
  })

  test('reports a device that is out of sight as such, never as offline [OPS-074]', () => {
    const looks: Seen[] = [
      seenDevice(),
      { kind: 'gone' },
      { kind: 'gone' },
      seenDevice({ isOnline: false }),
      seenDevice({ isOnline: false }),
    ]
    expect(eventsOf(deviceWatch('device-offline'), looks)).toEqual([[], ['gone'], [], ['back'], []])
  })
})

describe('watching a list', () => {
  const at = (minutes: number, name = 'a') => ({ uuid: name, name, at: NOW + minutes * MINUTE })
  const changes = (...rows: ReturnType<typeof at>[]): Seen => ({ kind: 'changes', rows, total: rows.length })

  test('reports many devices as one event with a time span, and nothing at the first read [OPS-071]', () => {
    const watch = listWatch('list-offline')
    const first = step(watch, undefined, changes(at(-1, 'z')), NOW)
    expect(first.happened).toEqual([])
    const rows = Array.from({ length: 34 }, (_, n) => at(1 - n / 34, `d${n}`))
    const { happened } = step(watch, first.known, changes(...rows, at(-1, 'z')), NOW + MINUTE)
    expect(happened).toHaveLength(1)
    expect(happened[0]).toMatchObject({ what: 'list-offline', count: 34, to: NOW + MINUTE })
    expect(happened[0]?.devices).toHaveLength(5)
  })

  test('reports the total if there are more devices than are read, and none of them twice [OPS-071]', () => {
    const watch = listWatch('list-offline')
    const { known } = step(watch, undefined, changes(), NOW)
    const page = Array.from({ length: 200 }, (_, n) => at(1, `d${n}`))
    const burst = step(watch, known, { kind: 'changes', rows: page, total: 90_000 }, NOW + MINUTE)
    expect(burst.happened[0]?.count).toBe(90_000)
    expect(changesFrom(burst.known, NOW + 2 * MINUTE)).toBe(NOW + MINUTE)
  })

  test('compares devices with issues by id up to a limit, and by number above it [OPS-071]', () => {
    const issues = (ids: number[] | null, count = ids?.length ?? 0): Seen => ({
      kind: 'issues',
      count,
      ids,
      named: [device],
    })
    const looks = [
      issues([1, 2]),
      issues([2, 3]),
      issues([2, 3]),
      issues(null, 1_500),
      issues(null, 1_400),
      issues(null, 1_450),
      issues([2]),
      issues([2, 4]),
    ]
    expect(eventsOf(listWatch('list-issue'), looks)).toEqual([
      [],
      ['list-issue'],
      [],
      ['list-issue 1498'],
      [],
      ['list-issue 50'],
      [],
      ['list-issue'],
    ])
  })
})

describe('watching a staged rollout', () => {
  const watch = (stage: number | null): Watch => ({
    ...base,
    kind: 'rollout-stage',
    fleet,
    rollout: { id: '0badcafe', release: '4.12.1' },
    stage,
  })
  const seen = (status: string, ...over: boolean[]): Seen => ({
    kind: 'rollout',
    rollout: '0badcafe',
    status,
    stages: over.map((isOver, at) => ({ name: `s${at}`, isOver, since: NOW })),
  })
  const looks = [
    seen('running', false, false),
    seen('running', true, false),
    seen('paused', true, false),
    seen('done', true, true),
  ]

  test('reports each end of a stage, or of the watched one, and a stop [OPS-072]', () => {
    expect(eventsOf(watch(null), looks)).toEqual([
      [],
      ['stage-ended s0'],
      ['rollout-stopped'],
      ['stage-ended s1'],
    ])
    expect(eventsOf(watch(1), looks)).toEqual([[], [], ['rollout-stopped'], ['stage-ended s1']])
  })
})

/** A fleet whose devices go online and offline, read at arbitrary times. */
const life = fc.array(
  fc.record({
    device: fc.nat(4),
    goesOnline: fc.boolean(),
    after: fc.integer({ min: 1, max: 90_000 }),
    looks: fc.boolean(),
    fails: fc.boolean(),
    reloads: fc.boolean(),
  }),
  { maxLength: 60 },
)

interface Live {
  online: boolean
  /** Time of the last change; the platform reports it `late` ms after it happened. */
  at: number
}

test('never reports a lost connection twice or wrongly, and reports all of them in the end [OPS-073]', () => {
  fc.assert(
    fc.property(life, (happens) => {
      const watch = listWatch('list-offline')
      const devices = new Map<number, Live>([0, 1, 2, 3, 4].map((id) => [id, { online: true, at: NOW }]))
      const losses = new Set<string>()
      const reported: WatchEvent[] = []
      let named: string[] = []
      let known: Known | undefined
      let now = NOW
      const look = () => {
        const from = changesFrom(known, now)
        const rows = [...devices]
          .filter(([, { online, at }]) => !online && at > from)
          .map(([id, { at }]) => ({ uuid: `${id}`, name: `${id}@${at}`, at }))
          .toSorted((a, b) => b.at - a.at)
        const stepped = step(watch, known, { kind: 'changes', rows, total: rows.length }, now)
        known = stepped.known
        reported.push(...stepped.happened)
        named.push(...stepped.happened.flatMap(({ devices: each }) => each.map(({ name }) => name)))
      }
      look()
      for (const { device: id, goesOnline, after, looks, fails, reloads } of happens) {
        now += after
        const before = devices.get(id)
        if (before !== undefined && before.online !== goesOnline) {
          devices.set(id, { online: goesOnline, at: now })
          if (!goesOnline) losses.add(`${id}@${now}`)
        }
        // The tab is closed or offline: nothing is read.
        if (looks && !fails) look()
        if (reloads && known !== undefined) known = knownSchema.parse(JSON.parse(JSON.stringify(known)))
      }
      now += 1
      look()
      expect(new Set(named).size).toBe(named.length)
      for (const name of named) expect(losses).toContain(name)
      for (const [id, { online, at }] of devices) if (!online) expect(named).toContain(`${id}@${at}`)
      named = []
      look()
      expect(named).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('starts over when the clock was turned back [OPS-073]', () => {
  const watch = listWatch('list-offline')
  const { known } = step(watch, undefined, { kind: 'changes', rows: [], total: 0 }, NOW)
  const earlier = NOW - 60 * MINUTE
  expect(changesFrom(known, earlier)).toBe(earlier - OVERLAP_MS)
  const row = { ...device, at: earlier - MINUTE }
  expect(step(watch, known, { kind: 'changes', rows: [row], total: 1 }, earlier).happened).toEqual([])
})

test('reports nothing twice for one device either, with gaps, reloads and times out of sight [OPS-073, OPS-074]', () => {
  const look = fc.oneof(
    fc.constant<Seen | 'nobody'>('nobody'),
    fc.constant<Seen | 'nobody'>({ kind: 'gone' }),
    fc.boolean().map((isOnline): Seen | 'nobody' => seenDevice({ isOnline })),
  )
  fc.assert(
    fc.property(fc.array(look, { maxLength: 40 }), (looks) => {
      const watch = deviceWatch('device-offline')
      let known: Known | undefined
      let last: boolean | undefined
      for (const [at, seen] of looks.entries()) {
        if (seen === 'nobody') continue
        const stepped = step(watch, known, seen, NOW + at * MINUTE)
        known = stepped.known
        const isOnline = seen.kind === 'device' ? seen.isOnline : undefined
        expect(stepped.happened.some(({ what }) => what === 'device-offline')).toBe(
          last === true && isOnline === false,
        )
        last = isOnline
      }
    }),
  )
})
