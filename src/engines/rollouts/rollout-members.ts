import type { RolloutStage } from './rollout-plan.ts'

/** Devices that were pinned to the same release before the rollout; `from` is null if they tracked the fleet. */
export interface MemberGroup {
  from: number | null
  ids: readonly number[]
}

/** A device that a stage may select. */
export interface Candidate {
  id: number
  uuid: string
  pin: number | null
  /** Its target release. */
  target: number | null
  skip: SkipReason | null
  tags: readonly { key: string; value: string }[]
}

export const skipReasons = ['already', 'targeting', 'frozen', 'wrong-type', 'offline', 'locked'] as const
export type SkipReason = (typeof skipReasons)[number]

/** FNV-1a: gives all runners the same order of devices, and each rollout a different one. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * Selects the devices of a stage. A percentage counts all devices of the plan, including those of earlier stages, and is
 * rounded up. The order of the devices depends on the id of the rollout.
 */
export function chooseMembers(
  rollout: { id: string; release: { id: number } },
  stage: RolloutStage,
  candidates: readonly Candidate[],
  taken: ReadonlySet<number>,
): MemberGroup[] {
  const eligible = candidates.filter(
    ({ id, skip, pin }) => skip === null && !taken.has(id) && pin !== rollout.release.id,
  )
  const chosen = selectDevices(rollout.id, stage, eligible, taken.size)
  // The installed command also runs on Node 20, which has no `Map.groupBy`.
  return [...new Set(chosen.map(({ pin }) => pin))].map((from) => ({
    from,
    ids: chosen
      .filter(({ pin }) => pin === from)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  }))
}

/** Exceeds the number of devices of a fleet; its product with a 32-bit hash is still a safe integer. */
const INDEX_RANGE = 2 ** 21

function selectDevices(
  seed: string,
  { percent, tag, devices }: RolloutStage,
  fit: readonly Candidate[],
  taken: number,
): readonly Candidate[] {
  if (percent !== undefined) {
    const count = Math.max(0, Math.ceil(((fit.length + taken) * percent) / 100) - taken)
    if (count >= fit.length) return fit
    // Sorts numbers that combine hash and index: sorting 100,000 objects would be too slow.
    const ranks = new Float64Array(fit.length)
    for (const [at, { uuid }] of fit.entries()) ranks[at] = hashOf(seed + uuid) * INDEX_RANGE + at
    const chosen: Candidate[] = []
    for (const rank of ranks.sort().subarray(0, count)) {
      const device = fit[rank % INDEX_RANGE]
      if (device !== undefined) chosen.push(device)
    }
    return chosen
  }
  if (tag !== undefined)
    return fit.filter(({ tags }) => tags.some(({ key, value }) => key === tag.key && value === tag.value))
  const named = new Set(devices)
  return fit.filter(({ uuid }) => named.has(uuid))
}
