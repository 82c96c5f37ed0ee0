import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'
import { seenByAccount } from '@/engines/history/note-observations.ts'
import type { SimulationData } from '@/simulation/simulation-data-context.tsx'
import type { DeviceEvent } from './device-event.ts'
import type { PollHistory } from './poll-history.ts'
import { historyEvents } from './record-events.ts'
import { simulatedEvents } from './simulated-events.ts'
import { vpnPeriods, type VpnPeriod } from './state-bands.ts'

const MAX_ROWS = 100
const nothingRecorded: { events: DeviceEvent[]; vpn: VpnPeriod[] } = { events: [], vpn: [] }
const releaseFields = { $select: ['id', 'raw_version', 'commit'] } as const

/** Events detected by polling; updated on each poll and kept until the page is reloaded. */
export const pollHistoryQuery = (uuid: string) =>
  queryOptions<PollHistory>({
    queryKey: ['device-watched', { uuid }],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Prefix of all queries of the history collected by this browser. */
export const seenHistoryKey = ['device-seen-history']
export const seenOfKey = (uuid: string) => [...seenHistoryKey, { uuid }]

/** The history collected by this browser over the last `lengthMs`; `note-looks.ts` adds to it. */
export const seenHistoryQuery = (uuid: string, lengthMs: number, now: () => number) =>
  queryOptions({
    queryKey: [...seenOfKey(uuid), { account: api().session.claims()?.id ?? 0, lengthMs }],
    refetchInterval: poll.keptHistory,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const history = await seenByAccount()
      const to = now()
      return { ...(await history.read(uuid, to - lengthMs, to)), isKept: await history.isKept() }
    },
  })

/** The device history of the platform; empty if the platform has none (docs/platform/hosted-and-open.md). */
export const deviceHistoryQuery = (device: number) =>
  queryOptions({
    queryKey: ['device-history', { device }],
    refetchInterval: poll.platformHistory,
    queryFn: async ({ signal }) => {
      if (!api().features.deviceHistory) return nothingRecorded
      const newestFirst = await api().data.query('device_history', signal, {
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
        $top: MAX_ROWS,
      })
      const rows = newestFirst.toReversed()
      return {
        events: historyEvents(rows, newestFirst.length < MAX_ROWS),
        vpn: vpnPeriods(rows),
      }
    },
  })

/** Events of the simulated world, in simulated mode only. */
export const simulatedEventsQuery = (uuid: string, world: SimulationData | null) =>
  queryOptions({
    queryKey: ['world-events', { uuid }],
    refetchInterval: poll.simulatedHistory,
    queryFn: world === null ? skipToken : async () => simulatedEvents(await world.events(uuid)),
  })
