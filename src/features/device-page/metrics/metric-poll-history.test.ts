import { expect, test } from 'vitest'
import { recentExits, emptyMetricHistory, withMetricPoll } from './metric-poll-history.ts'

const look = (update_status: string | null, at: string | null = null) => ({
  update_status,
  last_update_status_event: at,
})

test('an update observed from its start has a duration', () => {
  const seen = [
    look('downloading', '2026-11-20T14:00:00Z'),
    look('downloaded', '2026-11-20T14:01:00Z'),
    look('applying changes', '2026-11-20T14:01:30Z'),
    look('done', '2026-11-20T14:02:14Z'),
  ].reduce((before, device, nth) => withMetricPoll(before, device, nth), emptyMetricHistory)
  expect(seen.lastUpdateMs).toBe(134_000)
})

test('an update whose start was missed has no duration', () => {
  const half = withMetricPoll(emptyMetricHistory, look('applying changes', '2026-11-20T14:01:30Z'), 0)
  expect(withMetricPoll(half, look('done', '2026-11-20T14:02:14Z'), 1).lastUpdateMs).toBeNull()
})

test('an aborted update keeps the last known duration', () => {
  const done = { ...emptyMetricHistory, lastUpdateMs: 5_000, updateSince: 1 }
  expect(withMetricPoll(done, look('aborted', '2026-11-20T14:02:14Z'), 1)).toMatchObject({
    lastUpdateMs: 5_000,
    updateSince: null,
  })
})

test('counts a service that stopped between two polls, for a limited time', () => {
  const statuses = ['Running', 'exited', 'exited', 'Running', 'restarting', 'Running']
  const seen = statuses.reduce(
    (before, status, nth) => withMetricPoll(before, look('done'), nth * 1_000, [{ name: 'uplink', status }]),
    emptyMetricHistory,
  )
  expect(recentExits(seen, 'uplink', 6_000)).toBe(2)
  expect(recentExits(seen, 'dashboard', 6_000)).toBe(0)
  expect(recentExits(seen, 'uplink', 700_000)).toBe(0)
})
