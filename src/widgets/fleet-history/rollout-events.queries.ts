import { queryOptions } from '@tanstack/react-query'
import * as poll from '@/domain/polling.ts'
import type { Kept } from '@/engines/rollouts/rollout-record.ts'
import type { RolloutMoment } from './rollout-moments.ts'

/** The key under which the page of a fleet's rollouts keeps what it reads. */
const readOnItsPage = (fleetId: number) => ['rollout', fleetId]

/**
 * What happened in the staged rollout of a fleet. A simulated world is asked for it; of a platform only what the page of
 * rollouts has read.
 */
export const rolloutMomentsQuery = (fleetId: number, isSimulated: boolean) =>
  queryOptions({
    queryKey: ['fleet-history', 'rollout', { fleetId, isSimulated }],
    queryFn: async ({ client, signal }): Promise<RolloutMoment[]> => {
      const known = client.getQueryData<Kept | null>(readOnItsPage(fleetId))
      if (known === null || (known === undefined && !isSimulated)) return []
      const { momentsOf, readRollout } = await import('./rollout-moments.ts')
      return momentsOf(known ?? (await readRollout(fleetId, signal)))
    },
    refetchInterval: poll.fleetHistory,
  })
