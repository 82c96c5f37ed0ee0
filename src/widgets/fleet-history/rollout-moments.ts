import { api } from '@/api/api.ts'
import type { Kept } from '@/engines/rollouts/rollout-record.ts'
import { RolloutUnreadable } from '@/engines/rollouts/rollout-record.ts'
import { drawRunnerId } from '@/engines/rollouts/rollout-runner.ts'
import { RolloutStore } from '@/engines/rollouts/rollout-store.ts'
import type { RolloutEvent } from '@/engines/rollouts/rollout.ts'
import { fleetHistoryText } from '@/messages/fleets/fleet-history.ts'
import { eventText } from '@/messages/rollouts/rollouts.ts'

/** A moment of a staged rollout. */
export interface RolloutMoment {
  kind: 'rollout'
  /** Milliseconds since 1970. */
  at: number
  text: string
}

/** What devices notice of a rollout. */
const SHOWN: ReadonlySet<RolloutEvent['what']> = new Set([
  'stage-began',
  'skip',
  'pause',
  'resume',
  'stopped',
  'abort',
  'done',
])

/** The staged rollout of a fleet, read from its tags; null if there is none, or if they were changed by hand. */
export async function readRollout(fleetId: number, signal: AbortSignal): Promise<Kept | null> {
  const { data, now } = api()
  try {
    return await new RolloutStore(data, fleetId, { id: drawRunnerId(), name: '' }, now).read(signal)
  } catch (error) {
    if (error instanceof RolloutUnreadable) return null
    throw error
  }
}

/** The moments of a rollout, the oldest first. */
export const momentsOf = (kept: Kept | null): RolloutMoment[] =>
  kept === null
    ? []
    : kept.state.history
        .filter(({ what }) => SHOWN.has(what))
        .map((event) => ({
          kind: 'rollout',
          at: event.at,
          text: fleetHistoryText.rollout(kept.state.release.label, eventText(event, kept.state.plan.stages)),
        }))
