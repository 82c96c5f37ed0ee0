import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'
import { dryRun, type DryRun } from '@/engines/rollouts/dry-run.ts'
import type { RolloutPlan } from '@/engines/rollouts/rollout-plan.ts'
import { RolloutPlatform } from '@/engines/rollouts/rollout-platform.ts'
import { RolloutUnreadable } from '@/engines/rollouts/rollout-record.ts'
import { requestRolloutAction, drawRunnerId } from '@/engines/rollouts/rollout-runner.ts'
import { RolloutStore } from '@/engines/rollouts/rollout-store.ts'
import type { RolloutAction } from '@/engines/rollouts/rollout.ts'

/** A store for requests to the rollout. Runs use the one in `runs.ts`. */
async function storeOf(fleetId: number): Promise<RolloutStore> {
  const { data, now, session } = api()
  const { username } = await session.whoAmI()
  return new RolloutStore(data, fleetId, { id: drawRunnerId(), name: username }, now)
}

/** The store that polls a fleet's rollout. It is reused, because it reads again only what has changed. */
const watching = new Map<number, { data: unknown; store: RolloutStore }>()

function watchingStore(fleetId: number): RolloutStore {
  const { data, now } = api()
  const known = watching.get(fleetId)
  if (known?.data === data) return known.store
  const store = new RolloutStore(data, fleetId, { id: drawRunnerId(), name: '' }, now)
  watching.set(fleetId, { data, store })
  return store
}

/** The staged rollout of a fleet, read from its tags; null if there is none. */
export const rolloutQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['rollout', fleetId],
    queryFn: ({ signal }) => watchingStore(fleetId).read(signal),
    refetchInterval: poll.stagedRollouts,
    // Stages contain too many devices to compare them one by one.
    structuralSharing: false,
    retry: (count, error) => !(error instanceof RolloutUnreadable) && count < 2,
  })

/**
 * The results of earlier rollouts by release, newest first. Read again when another rollout is `shown` on the board.
 */
export const concludedRolloutsQuery = (fleetId: number, shown: string | undefined) =>
  queryOptions({
    queryKey: ['rollout', 'concluded', { fleetId, shown }],
    queryFn: ({ signal }) => watchingStore(fleetId).concluded(signal),
    placeholderData: keepPreviousData,
  })

/** A preview of the plan's effect. */
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

/** Requests an action from the runner of the rollout, which may be another tab or a command. */
export async function requestAction(fleetId: number, action: RolloutAction): Promise<void> {
  const { session } = api()
  const { username } = await session.whoAmI()
  await requestRolloutAction(await storeOf(fleetId), action, username)
}

/** Deletes the tags of a rollout that can no longer be read. */
export const discardRollout = async (fleetId: number) => (await storeOf(fleetId)).discard()
