import { expect, test } from 'vitest'
import { observationOf } from './observation.ts'
import { joinSeen, nothingSeen, withObservation, type Seen } from './observed-periods.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

const device = {
  uuid: 'a',
  overall_status: 'operational' as const,
  is_frozen: false,
  is_online: true,
  is_connected_to_vpn: true,
  cpu_usage: 20,
  cpu_temp: 40,
  memory_usage: 300,
  memory_total: 900,
  storage_usage: null,
  storage_total: null,
}
const online = observationOf(device)
const offline = observationOf({
  ...device,
  overall_status: 'disconnected',
  is_online: false,
  is_connected_to_vpn: false,
})

const seeing = (looks: readonly (readonly [at: number, look: typeof online])[], before = nothingSeen) =>
  looks.reduce<Seen>((seen, [at, look]) => withObservation(seen, look, at).seen, before)
const every = (step: number, from: number, to: number, look = online) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, nth) => [from + nth * step, look] as const)
const minutes = ({ points }: Seen) => points.map(({ at }) => at / MINUTE)
const spans = ({ spans }: Seen) =>
  spans.map(({ from, to, connection }) => [connection, from / MINUTE, to / MINUTE])

test('keeps metrics once a minute, and a state with the times it was first and last seen [OPS-045]', () => {
  const seen = seeing([...every(10 * SECOND, 0, 3 * MINUTE), [3 * MINUTE + 10 * SECOND, offline]])
  expect(minutes(seen)).toEqual([0, 1, 2, 3])
  expect(spans(seen)).toEqual([
    ['vpn', 0, 3],
    ['offline', 190 / 60, 190 / 60],
  ])
})

test('an observation reports whether it adds a point or a new state', () => {
  const first = withObservation(nothingSeen, online, 0)
  const second = withObservation(first.seen, online, 10 * SECOND)
  const third = withObservation(second.seen, offline, 20 * SECOND)
  expect([first.grew, second.grew, third.grew]).toEqual([true, false, true])
})

test('an offline device has no metrics: the platform would repeat the last ones [OPS-046]', () => {
  expect(minutes(seeing(every(MINUTE, 0, 5 * MINUTE, offline)))).toEqual([])
  expect(observationOf({ ...device, is_connected_to_vpn: false }).connection).toBe('heartbeat')
})

test('nothing is known about times without observations [OPS-046]', () => {
  const seen = seeing([...every(MINUTE, 0, 5 * MINUTE), ...every(MINUTE, 20 * MINUTE, 22 * MINUTE)])
  const joined = joinSeen([seen], 0, 60 * MINUTE)
  expect(spans(joined)).toEqual([
    ['vpn', 0, 5],
    ['vpn', 20, 22],
  ])
})

test('a clock that moves back discards later observations', () => {
  const seen = seeing([...every(MINUTE, 0, 10 * MINUTE), [5 * MINUTE, offline]])
  expect(minutes(seen)).toEqual([0, 1, 2, 3, 4, 5])
  expect(spans(seen)).toEqual([
    ['vpn', 0, 5],
    ['offline', 5, 5],
  ])
})

test('merges the observations of two tabs: one point a minute, no overlapping spans [OPS-049]', () => {
  const one = seeing(every(10 * SECOND, 0, 4 * MINUTE))
  const other = seeing(every(10 * SECOND, 25 * SECOND, 5 * MINUTE))
  const joined = joinSeen([other, one], 0, 60 * MINUTE)
  expect(minutes(joined)).toEqual([0, 1, 2, 3, 4])
  expect(spans(joined)).toEqual([['vpn', 0, 295 / 60]])
})

test('a short span of one tab splits a longer one of another tab', () => {
  const one = seeing(every(MINUTE, 0, 10 * MINUTE))
  const other = seeing(every(10 * SECOND, 4 * MINUTE, 5 * MINUTE, offline))
  expect(spans(joinSeen([one, other], 0, 60 * MINUTE))).toEqual([
    ['vpn', 0, 4],
    ['offline', 4, 5],
    ['vpn', 5, 10],
  ])
})

test('cuts observations to the requested period', () => {
  const seen = seeing(every(MINUTE, 0, 10 * MINUTE))
  const joined = joinSeen([seen], 2 * MINUTE, 4 * MINUTE)
  expect(minutes(joined)).toEqual([2, 3, 4])
  expect(spans(joined)).toEqual([['vpn', 2, 4]])
})
