import type { RolloutStage } from './plan.ts'

/** Devices that were pinned to the same release before; null: they followed their fleet. */
export interface MemberGroup {
  from: number | null
  ids: readonly number[]
}

/** A device that a stage may take. */
export interface Candidate {
  id: number
  uuid: string
  pin: number | null
  /** The release that it should run. */
  target: number | null
  skip: SkipReason | null
  tags: readonly { key: string; value: string }[]
}

export const skipReasons = ['already', 'frozen', 'wrong-type', 'offline', 'locked'] as const
export type SkipReason = (typeof skipReasons)[number]

/** FNV-1a: the same order of devices for everybody, and another one for each rollout. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * The devices of a stage. A percentage is that of all devices of the plan, those of earlier stages included, rounded up to
 * whole devices: the order in which they are taken is drawn from the id of the rollout.
 */
export function chooseMembers(
  rollout: { id: string; release: { id: number } },
  stage: RolloutStage,
  candidates: readonly Candidate[],
  taken: ReadonlySet<number>,
): MemberGroup[] {
  const fit = candidates.filter(
    ({ id, skip, pin }) => skip === null && !taken.has(id) && pin !== rollout.release.id,
  )
  const chosen = chosenOf(rollout.id, stage, fit, taken.size)
  // Also on Node 20, which has no `Map.groupBy`: the installed command runs there.
  return [...new Set(chosen.map(({ pin }) => pin))].map((from) => ({
    from,
    ids: chosen
      .filter(({ pin }) => pin === from)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  }))
}

/** More devices than a fleet has; times a hash of 32 bits it still is a whole number. */
const PLACES = 2 ** 21

function chosenOf(
  seed: string,
  { percent, tag, devices }: RolloutStage,
  fit: readonly Candidate[],
  taken: number,
): readonly Candidate[] {
  if (percent !== undefined) {
    const count = Math.max(0, Math.ceil(((fit.length + taken) * percent) / 100) - taken)
    if (count >= fit.length) return fit
    // Sorted as numbers, with the place of each below its hash: 100,000 objects would take too long.
    const ranks = new Float64Array(fit.length)
    for (const [at, { uuid }] of fit.entries()) ranks[at] = hashOf(seed + uuid) * PLACES + at
    const chosen: Candidate[] = []
    for (const rank of ranks.sort().subarray(0, count)) {
      const device = fit[rank % PLACES]
      if (device !== undefined) chosen.push(device)
    }
    return chosen
  }
  if (tag !== undefined)
    return fit.filter(({ tags }) => tags.some(({ key, value }) => key === tag.key && value === tag.value))
  const named = new Set(devices)
  return fit.filter(({ uuid }) => named.has(uuid))
}
