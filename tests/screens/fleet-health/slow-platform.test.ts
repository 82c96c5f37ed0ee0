import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '../../../src/api/api.ts'
import { frozenCountQuery } from '../../../src/app/shell/billing-banners.queries.ts'
import { fleetsAttentionQuery } from '../../../src/domain/device/attention.queries.ts'
import {
  attentionCountQuery,
  listedStatusCountsQuery,
  statusCountsQuery,
} from '../../../src/domain/device/status-counts.queries.ts'
import { defaultColumns } from '../../../src/features/device-list/columns/device-columns.tsx'
import { deviceListState } from '../../../src/features/device-list/data/device-list-state.ts'
import { fleetDevicesQuery } from '../../../src/features/device-list/data/devices.queries.ts'
import {
  fleetCountsQuery,
  runningReleasesQuery,
  seenCountsQuery,
  updateCountsQuery,
  versionCountsQuery,
} from '../../../src/features/fleet-health/insights.queries.ts'
import { issuesQuery } from '../../../src/features/fleet-health/issues.queries.ts'
import { mostUrgentQuery, wholeFleetQuery } from '../../../src/features/fleets/fleets.queries.ts'
import { fleetsByAttentionQuery } from '../../../src/features/organizations/organizations.queries.ts'
import { rolloutCountsQuery, rolloutDevicesQuery } from '../../../src/features/releases/rollout.queries.ts'

const connection = { apiUrl: 'https://api.example', terminalUrl: 'https://api.example', tokenKey: 'slow' }
const TOOK_MS = 7_000
const OBSERVED_MS = 1_200_000

const release = {
  id: 3,
  created_at: '2026-11-01T00:00:00.000Z',
  end_timestamp: '2026-11-01T01:00:00.000Z',
} as Parameters<typeof rolloutCountsQuery>[1]

// Every query that counts or lists devices by computed fields, and is polled.
const queries = [
  statusCountsQuery({ fleetId: 5 }),
  statusCountsQuery({ organizationId: 5 }),
  attentionCountQuery(5),
  fleetsAttentionQuery([5, 6]),
  listedStatusCountsQuery([{ id: 5, owns__device: 10_000 }]),
  listedStatusCountsQuery([{ id: 6, owns__device: 100 }]),
  wholeFleetQuery(5),
  mostUrgentQuery(5),
  fleetDevicesQuery(5, deviceListState(new URLSearchParams('status=updating')), defaultColumns),
  issuesQuery({ fleetId: 5 }),
  seenCountsQuery({ fleetId: 5 }),
  runningReleasesQuery(5),
  updateCountsQuery(5),
  versionCountsQuery({ fleetId: 5 }, 'os_version'),
  fleetCountsQuery(5, undefined),
  fleetsByAttentionQuery(5),
  frozenCountQuery(5),
  rolloutCountsQuery(5, release),
  rolloutDevicesQuery(5, release, 'moving', 1),
]

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
afterAll(() => void connectApi(connection))

/** Observes a query for 20 min on a platform that takes seconds for each answer. */
async function observed(options: (typeof queries)[number]) {
  let asked = 0
  let atOnce = 0
  let most = 0
  connectApi({
    ...connection,
    async fetch(input) {
      const url = decodeURIComponent(new Request(input).url)
      const isCount = url.includes('$count') && /overall_status|should_be_running/.test(url)
      asked += 1
      if (isCount) most = Math.max(most, (atOnce += 1))
      await new Promise((answer) => setTimeout(answer, TOOK_MS))
      if (isCount) atOnce -= 1
      const row = {
        id: 3,
        raw_version: '1.0.0',
        os_version: 'OS 1',
        overall_status: 'updating',
        owns__device: 1,
      }
      return Response.json({ d: url.includes('/$count') && !url.includes('$expand') ? 2 : [row] })
    },
  })
  const reads: number[] = []
  const observer = new QueryObserver(
    new QueryClient(),
    options as unknown as ConstructorParameters<typeof QueryObserver>[1],
  )
  const stop = observer.subscribe(({ isFetching }) => {
    if (isFetching && !reads.includes(Date.now())) reads.push(Date.now())
  })
  await vi.advanceTimersByTimeAsync(OBSERVED_MS)
  stop()
  return { asked, most, reads }
}

test.each(queries.map((options) => [JSON.stringify(options.queryKey), options] as const))(
  '%s leaves a slow platform alone for most of the time',
  async (_, options) => {
    const { asked, most, reads } = await observed(options)
    expect(asked).toBeGreaterThan(0)
    expect(reads.length).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(2)
    // A read takes 7 s at least, so that the next one follows after 70 s at the earliest.
    for (const [at, began] of reads.entries())
      if (at > 0) expect(began - (reads[at - 1] ?? 0)).toBeGreaterThanOrEqual(11 * TOOK_MS - 100)
  },
)
