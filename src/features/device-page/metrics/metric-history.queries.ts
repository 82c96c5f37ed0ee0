import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import * as poll from '@/domain/polling.ts'
import type { MeasuredPoint } from '@/engines/history/observation.ts'
import type { SimulationData } from '@/simulation/simulation-data-context.tsx'
import { rangeMs, type Range } from './metric-series.ts'

/** Metrics of the simulated world up to now, in simulated mode only. */
export const worldMetricsQuery = (
  uuid: string,
  range: Range,
  world: SimulationData | null,
  now: () => number,
) =>
  queryOptions({
    queryKey: ['world-metrics', { uuid, range }],
    refetchInterval: poll.metricHistory,
    placeholderData: keepPreviousData,
    queryFn:
      world === null
        ? skipToken
        : async (): Promise<MeasuredPoint[]> => {
            const to = now()
            const measured = await world.metrics(uuid, to - rangeMs[range], to)
            return measured.map(({ at, ...figures }) => ({ at: Date.parse(at), ...figures }))
          },
  })
