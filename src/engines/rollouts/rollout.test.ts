import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseMembers, type Candidate } from './rollout-members.ts'
import { planProblem, planSchema, untilWindow, type RolloutPlan } from './rollout-plan.ts'
import {
  act,
  allMembers,
  eventsAfter,
  isOver,
  memberIds,
  newRollout,
  noMemory,
  step,
  tallyInSlices,
  needsCandidates,
  withEvent,
  type Memory,
  type RolloutAction,
  type RolloutState,
  type SeenDevice,
} from './rollout.ts'

const MINUTE = 60_000
const RELEASE = { id: 9, label: '2.0.0' }

interface FakeDevice extends SeenDevice {
  uuid: string
  ring: string
  /** How it reacts to the release. */
  fate: 'lands' | 'rejects' | 'crashes' | 'vanishes'
}

const aPlan = (plan: object): RolloutPlan => planSchema.parse({ healthyMinutes: 5, ...plan })

const aDevice = (id: number, change: Partial<FakeDevice> = {}): FakeDevice => ({
  uuid: `uuid-${id}`,
  name: `device-${id}`,
  ring: id % 7 === 0 ? 'early' : 'late',
  fate: 'lands',
  pin: null,
  runs: 1,
  update: null,
  updateAt: null,
  online: true,
  seen: 0,
  frozen: false,
  down: false,
  restarting: false,
  ...change,
})

/** A fake fleet that applies pins, and counts how often each device was pinned. */
function aFleet(devices: FakeDevice[]) {
  const fleet = new Map(devices.map((device, at) => [at + 1, device]))
  let state: RolloutState | undefined
  let memory: Memory = noMemory
  let now = 0
  const pinned = new Map<string, number>()
  return {
    fleet,
    pinned,
    get state(): RolloutState {
      if (state === undefined) throw new Error('No rollout yet')
      return state
    },
    begin(plan: object) {
      state = newRollout({ id: '0badcafe', release: RELEASE, plan: aPlan(plan) }, 'ada', now)
    },
    act(action: RolloutAction) {
      state = act(this.state, action, 'ada', now)
    },
    /** Replaces the runner: the new one only has the stored state. */
    restart() {
      memory = noMemory
    },
    /** Runs one step. `isCutOff`: the runner stops after writing the state, before pinning. */
    look({ minutes = 1, isCutOff = false } = {}) {
      now += minutes * MINUTE
      const before = this.state
      const members = allMembers(before)
      const looked = step(
        before,
        memory,
        {
          release: 'there',
          devices: new Map([...fleet].filter(([id]) => members.has(id))),
          ...(needsCandidates(before, now) ? { candidates: candidatesOf(fleet) } : {}),
        },
        now,
      )
      state = looked.state
      memory = looked.memory
      if (isCutOff) return
      for (const { ids, from, to } of looked.commands) {
        for (const id of ids) {
          const device = fleet.get(id)
          if (device === undefined || device.pin !== from) continue
          pinned.set(`${id} ${to}`, (pinned.get(`${id} ${to}`) ?? 0) + 1)
          fleet.set(id, { ...device, pin: to, ...fateOf(device, to) })
        }
      }
    },
    untilOver(most = 200) {
      for (let at = 0; at < most && !isOver(this.state) && this.state.status !== 'paused'; at++) this.look()
    },
  }
}

const candidatesOf = (fleet: ReadonlyMap<number, FakeDevice>): Candidate[] =>
  [...fleet].map(([id, { uuid, pin, ring, online }]) => ({
    id,
    uuid,
    pin,
    target: pin ?? 1,
    tags: [{ key: 'ring', value: ring }],
    skip: pin === RELEASE.id ? 'already' : online ? null : 'offline',
  }))

function fateOf({ fate }: FakeDevice, to: number | null): Partial<FakeDevice> {
  if (to !== RELEASE.id) return { runs: to ?? 1, update: null, down: false, restarting: false, online: true }
  switch (fate) {
    case 'lands':
      return { runs: RELEASE.id }
    case 'rejects':
      return { update: 'rejected' }
    case 'crashes':
      return { runs: RELEASE.id, down: true, restarting: true }
    case 'vanishes':
      return { online: false }
  }
}

const many = (count: number, change: (at: number) => Partial<FakeDevice> = () => ({})) =>
  Array.from({ length: count }, (_, at) => aDevice(at + 1, change(at)))

describe('stages', () => {
  test('start one after the other until every device has landed [OPS-001]', () => {
    const fleet = aFleet(many(100))
    fleet.begin({ stages: [{ percent: 5 }, { tag: { key: 'ring', value: 'early' } }, { percent: 100 }] })
    fleet.look()
    expect(memberIds(fleet.state.stages[0] ?? never())).toHaveLength(5)
    expect([...fleet.fleet.values()].filter(({ pin }) => pin === RELEASE.id)).toHaveLength(5)
    fleet.untilOver()
    expect(fleet.state.status).toBe('done')
    expect(fleet.state.stages.map(({ phase }) => phase)).toEqual(['ended', 'ended', 'ended'])
    expect([...fleet.fleet.values()].every(({ pin }) => pin === RELEASE.id)).toBe(true)
    expect(fleet.state.history.map(({ what }) => what)).toEqual([
      'created',
      'stage-began',
      'stage-ended',
      'stage-began',
      'stage-ended',
      'stage-began',
      'stage-ended',
      'done',
    ])
  })

  test('count a device as landed when it has run the release without problems for the planned time [OPS-002]', () => {
    const fleet = aFleet(many(1))
    fleet.begin({ healthyMinutes: 10, stages: [{ percent: 100 }] })
    fleet.look()
    for (let at = 0; at < 10; at++) {
      fleet.look()
      expect(fleet.state.stages[0]?.counts).toMatchObject({ updating: 1, landed: 0 })
    }
    fleet.look()
    expect(fleet.state.stages[0]?.counts).toMatchObject({ updating: 0, landed: 1 })
  })

  test('wait for the planned time and hours [OPS-001]', () => {
    const fleet = aFleet(many(4))
    fleet.begin({
      healthyMinutes: 0,
      stages: [{ percent: 100, wait: 30, window: { from: '02:00', to: '04:00' } }],
    })
    fleet.look({ minutes: 60 })
    expect(fleet.state.stages[0]?.phase).toBe('waiting')
    fleet.look({ minutes: 61 })
    expect(fleet.state.stages[0]?.phase).toBe('pinning')
  })

  test.each([
    [{ from: '22:00', to: '05:00' }, '2026-11-23T23:10Z', 0],
    [{ from: '22:00', to: '05:00' }, '2026-11-23T21:10Z', 50],
    [{ from: '09:00', to: '17:00' }, '2026-11-23T17:00Z', 16 * 60],
    [{ from: '09:00', to: '17:00', timezone: 'Asia/Tokyo' }, '2026-11-23T00:30Z', 0],
  ])('hours %o at %s start in %i minutes [OPS-001]', (window, at, minutes) => {
    expect(untilWindow({ percent: 1, window }, Date.parse(at))).toBe(minutes * MINUTE)
  })

  test('round a percentage of all devices up, and draw the devices anew for each rollout [OPS-001]', () => {
    const candidates = candidatesOf(aFleet(many(30)).fleet)
    const chosen = (id: string, percent: number, taken: number[] = []) =>
      chooseMembers(
        { id, release: RELEASE },
        { percent },
        candidates.filter((one) => !taken.includes(one.id)),
        new Set(taken),
      ).flatMap(({ ids }) => ids)
    expect(chosen('0badcafe', 5)).toHaveLength(2)
    expect(chosen('0badcafe', 50, [1, 2])).toHaveLength(13)
    expect(chosen('0badcafe', 50)).toEqual(chosen('0badcafe', 50))
    expect(chosen('0badcafe', 50)).not.toEqual(chosen('0badcaff', 50))
  })
})

describe('limits', () => {
  test('pause the rollout when too many devices of a stage fail, with their number [OPS-003]', () => {
    const fleet = aFleet(many(100, (at) => ({ fate: at % 2 === 0 ? 'rejects' : 'lands' })))
    fleet.begin({
      stages: [{ percent: 20 }, { percent: 100 }],
      limits: [{ of: 'rejected', percent: 10, action: 'pause' }],
    })
    fleet.untilOver()
    const { counts, causes } = fleet.state.stages[0] ?? never()
    expect(fleet.state).toMatchObject({
      status: 'paused',
      stage: 0,
      reason: { kind: 'limit', limit: 0, stage: 0, count: counts.failed, of: 20 },
    })
    expect(causes.rejected).toBe(counts.failed)
    expect([...fleet.fleet.values()].filter(({ pin }) => pin !== null)).toHaveLength(20)
  })

  test.each([
    ['crash-looping', 'crashes'],
    ['not-seen', 'vanishes'],
    ['failed', 'rejects'],
  ] as const)(
    'abort it when more than one device is %s, and restore the pins [OPS-003, OPS-004]',
    (of, fate) => {
      const fleet = aFleet(
        many(20, (at) => ({ fate: at < 10 ? fate : 'lands', pin: at % 3 === 0 ? 4 : null })),
      )
      fleet.begin({ stages: [{ percent: 100 }], limits: [{ of, number: 1, action: 'abort' }] })
      fleet.untilOver()
      expect(fleet.state.status).toBe('aborted')
      expect([...fleet.fleet.values()].map(({ pin }) => pin)).toEqual(
        Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? 4 : null)),
      )
    },
  )

  test.each([
    ['number', { number: 2 }],
    ['percentage', { percent: 10 }],
  ])('let as many devices fail as their %s says, and stop at one more [OPS-003]', (_, limit) => {
    for (const [failing, status] of [
      [2, 'done'],
      [3, 'paused'],
    ] as const) {
      const fleet = aFleet(many(20, (at) => ({ fate: at < failing ? 'rejects' : 'lands' })))
      fleet.begin({ stages: [{ percent: 100 }], limits: [{ of: 'failed', ...limit, action: 'pause' }] })
      fleet.untilOver()
      expect([failing, fleet.state.status]).toEqual([failing, status])
    }
  })

  test('accept the failures so far when a user resumes, and no more [OPS-003]', () => {
    const fleet = aFleet(many(10, (at) => ({ fate: at < 2 ? 'rejects' : 'lands' })))
    fleet.begin({ stages: [{ percent: 100 }], limits: [{ of: 'failed', number: 1, action: 'pause' }] })
    fleet.untilOver()
    expect(fleet.state.status).toBe('paused')
    fleet.act('resume')
    fleet.look()
    expect(fleet.state.status).toBe('running')
    const [other] = [...fleet.fleet].filter(([, { fate }]) => fate === 'lands')
    if (other) fleet.fleet.set(other[0], { ...other[1], down: true, restarting: true })
    fleet.look()
    expect(fleet.state).toMatchObject({ status: 'paused', reason: { count: 3 } })
  })

  test('stop the rollout after a stage in which no device landed [OPS-003]', () => {
    const fleet = aFleet(many(10, () => ({ fate: 'rejects' })))
    fleet.begin({ stages: [{ percent: 10 }, { percent: 100 }], limits: [] })
    fleet.untilOver()
    expect(fleet.state).toMatchObject({ status: 'paused', reason: { kind: 'none-landed', stage: 0 } })
  })

  test('ignore a rejected update of an earlier release [OPS-002]', () => {
    const fleet = aFleet([aDevice(1, { update: 'rejected', updateAt: -1, fate: 'vanishes' })])
    fleet.begin({ stages: [{ percent: 100 }] })
    fleet.look()
    fleet.look()
    expect(fleet.state.stages[0]?.counts).toMatchObject({ failed: 0, waiting: 1 })
  })
})

describe('changes by others', () => {
  test('devices that are gone, frozen or pinned elsewhere are not changed, and counted [OPS-005]', () => {
    const fleet = aFleet(many(10))
    fleet.begin({ stages: [{ percent: 100 }] })
    fleet.look()
    fleet.look()
    fleet.fleet.delete(1)
    for (const [id, change] of [
      [2, { pin: 77 }],
      [3, { frozen: true }],
    ] as const)
      fleet.fleet.set(id, { ...(fleet.fleet.get(id) ?? never()), ...change })
    fleet.look()
    expect(fleet.state.stages[0]).toMatchObject({
      counts: { left: 3, updating: 7 },
      causes: { gone: 1, 'pinned-elsewhere': 1, frozen: 1 },
    })
    fleet.act('abort')
    fleet.untilOver()
    expect([fleet.fleet.get(2)?.pin, fleet.fleet.get(3)?.pin, fleet.fleet.get(4)?.pin]).toEqual([77, 9, null])
  })

  test.each(['gone', 'invalidated'] as const)(
    'a release that is %s pauses the rollout [OPS-005]',
    (release) => {
      const state = newRollout(
        { id: '0badcafe', release: RELEASE, plan: aPlan({ stages: [{ percent: 5 }] }) },
        'ada',
        0,
      )
      const looked = step(
        state,
        noMemory,
        { release, devices: new Map(), candidates: candidatesOf(aFleet(many(3)).fleet) },
        0,
      )
      expect(looked.state).toMatchObject({ status: 'paused', reason: { kind: `release-${release}` } })
      expect(looked.commands).toEqual([])
    },
  )

  test('a skipped stage pins no more devices, and the next one starts [OPS-001]', () => {
    const fleet = aFleet(many(10))
    fleet.begin({ stages: [{ percent: 10, wait: 600 }, { percent: 100 }] })
    fleet.look()
    fleet.act('skip')
    fleet.untilOver()
    expect(fleet.state.stages.map(({ phase }) => phase)).toEqual(['skipped', 'ended'])
    expect(fleet.state.status).toBe('done')
  })
})

const aFate = fc.constantFrom(
  'lands' as const,
  'lands' as const,
  'lands' as const,
  'rejects' as const,
  'crashes' as const,
  'vanishes' as const,
)
const someDevices = fc.array(fc.record({ fate: aFate, pin: fc.constantFrom(null, null, 4, 5) }), {
  minLength: 1,
  maxLength: 30,
})
const whatHappens = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant('look' as const) },
    { weight: 2, arbitrary: fc.constantFrom('cut off' as const, 'restart' as const) },
    { weight: 1, arbitrary: fc.constantFrom('pause' as const, 'resume' as const, 'skip' as const) },
  ),
  { maxLength: 60 },
)
const somePlan = fc.constantFrom(
  { stages: [{ percent: 5 }, { percent: 100 }] },
  {
    stages: [{ tag: { key: 'ring', value: 'early' } }, { percent: 50 }, { percent: 100 }],
    healthyMinutes: 0,
  },
  {
    stages: [{ percent: 30 }, { percent: 100, wait: 3 }],
    limits: [{ of: 'failed' as const, number: 2, action: 'abort' as const }],
  },
)

function happen(
  fleet: ReturnType<typeof aFleet>,
  events: readonly ('look' | 'cut off' | 'restart' | RolloutAction)[],
) {
  for (const event of events) {
    if (event === 'look') fleet.look()
    else if (event === 'cut off') fleet.look({ isCutOff: true })
    else if (event === 'restart') fleet.restart()
    else fleet.act(event)
  }
}

describe('in all cases', () => {
  test('no device is pinned to the same release twice [OPS-006]', () => {
    fc.assert(
      fc.property(someDevices, somePlan, whatHappens, (devices, plan, events) => {
        const fleet = aFleet(devices.map((device, at) => aDevice(at + 1, device)))
        fleet.begin(plan)
        happen(fleet, events)
        fleet.untilOver()
        expect([...fleet.pinned.values()].filter((times) => times > 1)).toEqual([])
      }),
    )
  })

  test('abort restores the pin of every device at any time [OPS-004, OPS-006]', () => {
    fc.assert(
      fc.property(someDevices, somePlan, whatHappens, (devices, plan, events) => {
        const fleet = aFleet(devices.map((device, at) => aDevice(at + 1, device)))
        fleet.begin(plan)
        happen(fleet, events)
        if (fleet.state.status === 'done') return
        fleet.restart()
        fleet.act('abort')
        fleet.look({ isCutOff: true })
        fleet.untilOver()
        expect(fleet.state.status).toBe('aborted')
        expect([...fleet.fleet.values()].map(({ pin }) => pin)).toEqual(devices.map(({ pin }) => pin))
      }),
    )
  })

  test('a rollout continues after an interruption at any point, with the same result [OPS-006]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        (count, cuts) => {
          const fleet = aFleet(many(count))
          fleet.begin({ stages: [{ percent: 10 }, { percent: 100 }] })
          for (const isCutOff of cuts) {
            fleet.look({ isCutOff })
            if (isCutOff) fleet.restart()
          }
          fleet.untilOver()
          expect(fleet.state.status).toBe('done')
          expect([...fleet.fleet.values()].every(({ pin }) => pin === RELEASE.id)).toBe(true)
        },
      ),
    )
  })
})

test('finds the events since the last known one, also when the history has dropped older ones', () => {
  const at = (minute: number) => ({ at: minute * MINUTE, what: 'stage-began' as const })
  let state: RolloutState = {
    ...newRollout({ id: '0badcafe', release: RELEASE, plan: aPlan({ stages: [{ percent: 5 }] }) }, 'ada', 0),
    history: [],
  }
  for (let minute = 0; minute < 39; minute += 1) state = withEvent(state, at(minute))
  const last = state.history.at(-1)
  expect(eventsAfter(state.history, last)).toEqual([])
  for (let minute = 39; minute < 45; minute += 1) state = withEvent(state, at(minute))
  expect(state.history).toHaveLength(40)
  expect(eventsAfter(state.history, last)).toEqual([39, 40, 41, 42, 43, 44].map(at))
  expect(eventsAfter(state.history, undefined)).toEqual(state.history)
})

test('100,000 devices are counted in slices, between which a page can render [OPS-015]', () => {
  const ids = Array.from({ length: 100_000 }, (_, at) => at + 1)
  const begun = newRollout(
    { id: '0badcafe', release: RELEASE, plan: aPlan({ stages: [{ percent: 100 }] }) },
    'ada',
    0,
  )
  const state: RolloutState = {
    ...begun,
    stages: begun.stages.map((stage) => ({ ...stage, phase: 'watching', members: [{ from: null, ids }] })),
  }
  const device = aDevice(1, { pin: RELEASE.id, runs: RELEASE.id })
  const seen = { release: 'there' as const, devices: new Map(ids.map((id) => [id, device])) }
  const parts = tallyInSlices(state, noMemory, seen, MINUTE)
  let count = 1
  let part = parts.next()
  for (; !part.done; part = parts.next()) count++
  expect(count).toBeGreaterThanOrEqual(20)
  expect(part.value.stages[0]?.counts.updating).toBe(100_000)
  expect(step(state, noMemory, seen, MINUTE, part.value).state).toEqual(
    step(state, noMemory, seen, MINUTE).state,
  )
})

test.each([
  [{ stages: [] }, /./],
  [
    { stages: [{ percent: 5, tag: { key: 'a', value: 'b' } }] },
    'Stage 1: needs exactly one of percent, tag and devices',
  ],
  [{ stages: [{ percent: 50 }, { percent: 10 }] }, 'need percentages that increase from stage to stage'],
  [
    { stages: [{ percent: 5, window: { from: '25:00', to: '04:00' } }] },
    'Stage 1: must be an hour such as 22:30',
  ],
  [{ stages: [{ percent: 5 }], devices: '(' }, /condition is missing/],
  [
    { stages: [{ percent: 5 }], limits: [{ of: 'failed', action: 'pause' }] },
    'needs either percent or number',
  ],
])('an invalid plan such as %j is rejected with a message [OPS-001]', (plan, words) => {
  expect(planProblem(plan)).toMatch(words)
})

const never = (): never => {
  throw new Error('Not there')
}
