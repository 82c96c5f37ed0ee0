import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { SimulationData } from '@/simulation/simulation-data-context.tsx'
import { historyEvents } from './record-events.ts'
import type { PollHistory } from './poll-history.ts'
import { simulatedEvents } from './simulated-events.ts'

const HISTORY_EVERY_MS = 30_000
const WORLD_EVERY_MS = 10_000
const MOST_ROWS = 100
const releaseFields = { $select: ['id', 'raw_version', 'commit'] } as const

/** What the page itself has watched of a device; filled with each look at it. Kept as long as the page lives. */
export const pollHistoryQuery = (uuid: string) =>
  queryOptions<PollHistory>({
    queryKey: ['device-watched', { uuid }],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** The platform's own history of a device; nothing where the platform keeps none (docs/platform/hosted-and-open.md). */
export const deviceHistoryQuery = (device: number) =>
  queryOptions({
    queryKey: ['device-history', { device }],
    refetchInterval: HISTORY_EVERY_MS,
    queryFn: async ({ signal }) => {
      if (!api().features.deviceHistory) return []
      const newestFirst = await api().data.get({
        resource: 'device_history',
        options: {
          $select: [
            'id',
            'created_at',
            'is_active',
            'os_version',
            'supervisor_version',
            'is_managed_by__service_instance',
          ],
          $expand: {
            is_running__release: releaseFields,
            is_pinned_on__release: releaseFields,
            belongs_to__application: { $select: ['id'] },
          },
          $filter: { tracks__device: device },
          $orderby: { created_at: 'desc' },
          $top: MOST_ROWS,
        },
        passthrough: { signal },
      })
      return historyEvents(newestFirst.toReversed(), newestFirst.length < MOST_ROWS)
    },
  })

/** What the simulated world knows; asked for in simulated mode only. */
export const simulatedEventsQuery = (uuid: string, world: SimulationData | null) =>
  queryOptions({
    queryKey: ['world-happenings', { uuid }],
    refetchInterval: WORLD_EVERY_MS,
    queryFn: world === null ? skipToken : async () => simulatedEvents(await world.happenings(uuid)),
  })
