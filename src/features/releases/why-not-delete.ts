import { formatNumber } from '@/lib/format.ts'
import { releaseProblemText } from '@/messages/releases/releases.ts'

interface Holders {
  /** Number of pinned devices, or the devices. */
  is_pinned_to__device: number | readonly unknown[]
  should_be_running_on__application: readonly unknown[]
}

/** The reason why a release cannot be deleted: it is pinned or the target of a fleet. */
export function whyNotDelete({
  is_pinned_to__device: pinned,
  should_be_running_on__application: targets,
}: Holders): string | undefined {
  if (targets.length > 0) return releaseProblemText.cannotDeleteTarget
  const count = typeof pinned === 'number' ? pinned : pinned.length
  if (count === 0) return undefined
  return typeof pinned === 'number'
    ? releaseProblemText.cannotDeletePinnedTo(formatNumber(count), count)
    : releaseProblemText.cannotDeletePinned
}
