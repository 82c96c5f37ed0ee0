import { chooseMembers, type Candidate, type SkipReason } from './rollout-members.ts'
import type { RolloutPlan } from './rollout-plan.ts'

/** The effect of a rollout that would start now. */
export interface DryRun {
  /** Number of devices of each stage. */
  stages: readonly number[]
  skipped: Partial<Record<SkipReason, number>>
  /** Number of eligible devices that are in no stage. */
  outside: number
  total: number
}

export function dryRun(
  { stages }: Pick<RolloutPlan, 'stages'>,
  release: number,
  candidates: readonly Candidate[],
): DryRun {
  const taken = new Set<number>()
  // The devices of a percentage are drawn when the rollout starts; only their number is known before.
  const rollout = { id: '', release: { id: release, label: '' } }
  const sizes = stages.map((stage) => {
    const members = chooseMembers(rollout, stage, candidates, taken).flatMap(({ ids }) => ids)
    for (const id of members) taken.add(id)
    return members.length
  })
  const skipped: DryRun['skipped'] = {}
  for (const { skip } of candidates) if (skip !== null) skipped[skip] = (skipped[skip] ?? 0) + 1
  const skippedCount = Object.values(skipped).reduce((sum, count) => sum + count, 0)
  return {
    stages: sizes,
    skipped,
    outside: candidates.length - skippedCount - taken.size,
    total: candidates.length,
  }
}
