import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { dryRun, type DryRun } from '@/domain/rollout/dry-run.ts'
import type { RolloutPlan } from '@/domain/rollout/plan.ts'
import { RolloutPlatform } from '@/domain/rollout/platform.ts'
import { RolloutUnreadable } from '@/domain/rollout/record.ts'
import type { RolloutAction } from '@/domain/rollout/rollout.ts'
import { askOf, drawRunnerId } from '@/domain/rollout/runner.ts'
import { RolloutStore } from '@/domain/rollout/store.ts'
import * as poll from '@/domain/polling.ts'

/** For looking at it and asking things of it; it is run by `runs.ts`. */
async function storeOf(fleetId: number): Promise<RolloutStore> {
  const { data, now, session } = api()
  const { username } = await session.whoAmI()
  return new RolloutStore(data, fleetId, { id: drawRunnerId(), name: username }, now)
}

/** The store by which a fleet's rollout is watched: it reads again only what has changed. */
const watching = new Map<number, { data: unknown; store: RolloutStore }>()

function watchingStore(fleetId: number): RolloutStore {
  const { data, now } = api()
  const known = watching.get(fleetId)
  if (known?.data === data) return known.store
  const store = new RolloutStore(data, fleetId, { id: drawRunnerId(), name: '' }, now)
  watching.set(fleetId, { data, store })
  return store
}

/** The staged rollout of a fleet as its tags tell it; null where there is none. */
export const rolloutQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['rollout', fleetId],
    queryFn: ({ signal }) => watchingStore(fleetId).read(signal),
    refetchInterval: poll.stagedRollouts,
    // The devices of its stages are too many to be compared one by one.
    structuralSharing: false,
    retry: (count, error) => !(error instanceof RolloutUnreadable) && count < 2,
  })

/** How the rollouts of a fleet's releases ended, newest first; asked again when another one than `shown` is on the board. */
export const concludedRolloutsQuery = (fleetId: number, shown: string | undefined) =>
  queryOptions({
    queryKey: ['rollout', 'concluded', { fleetId, shown }],
    queryFn: ({ signal }) => watchingStore(fleetId).concluded(signal),
    placeholderData: keepPreviousData,
  })

/** What a plan would do now. */
export const dryRunQuery = (fleetId: number, releaseId: number, plan: RolloutPlan) =>
  queryOptions({
    queryKey: ['rollout', 'dry-run', { fleetId, releaseId, plan }],
    queryFn: async ({ signal }): Promise<DryRun> => {
      const { data, now } = api()
      const found = await new RolloutPlatform(data, fleetId, now).candidates(plan, releaseId, signal)
      return dryRun(plan, releaseId, found)
    },
    placeholderData: keepPreviousData,
    staleTime: poll.stagedRollouts,
  })

/** Asks something of the rollout, wherever it runs. */
export async function askRollout(fleetId: number, action: RolloutAction): Promise<void> {
  const { session } = api()
  const { username } = await session.whoAmI()
  await askOf(await storeOf(fleetId), action, username)
}

/** Forgets a rollout that can no longer be read. */
export const discardRollout = async (fleetId: number) => (await storeOf(fleetId)).discard()
