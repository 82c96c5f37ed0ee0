import type { WorldFleet } from '@/simulation/world-file/world-schema.ts'
import { MAX_IMAGES } from '@/simulation/world-limits.ts'
import { CaptureProblem } from './capture-report.ts'

/** Versions of a fleet that devices run, are pinned to, or should run. */
function usedVersions({ target, devices = [] }: WorldFleet): Set<string> {
  const used = new Set(target === undefined ? [] : [target])
  for (const { running, pinned } of devices) {
    for (const version of typeof running === 'string' ? [running] : Object.keys(running ?? {}))
      used.add(version)
    if (pinned !== undefined) used.add(pinned)
  }
  return used
}

const imagesOf = ({ releases = [], services = [] }: WorldFleet) =>
  releases.length * Math.max(1, services.length)

/** Leaves out the oldest unused releases of the fleets with most images until a world can have them. Returns how many. */
export function trimReleases(fleets: WorldFleet[]): number {
  let images = fleets.reduce((sum, one) => sum + imagesOf(one), 0)
  let leftOut = 0
  const unused = new Map(
    fleets.map((fleet) => {
      const used = usedVersions(fleet)
      return [fleet, (fleet.releases ?? []).filter(({ version }) => !used.has(version))] as const
    }),
  )
  while (images > MAX_IMAGES) {
    const [largest] = fleets
      .filter((one) => (unused.get(one)?.length ?? 0) > 0)
      .toSorted((a, b) => imagesOf(b) - imagesOf(a))
    const oldest = largest && unused.get(largest)?.shift()
    if (largest === undefined || oldest === undefined) throw new CaptureProblem('too-large', String(images))
    largest.releases = (largest.releases ?? []).filter((one) => one !== oldest)
    images -= Math.max(1, largest.services?.length ?? 0)
    leftOut++
  }
  return leftOut
}
