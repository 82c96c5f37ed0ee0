import { formatNumber } from '@/lib/format.ts'
import { releaseProblemText } from '@/messages/releases.ts'

interface Holders {
  /** How many devices are pinned to it, or those. */
  is_pinned_to__device: number | readonly unknown[]
  should_be_running_on__application: readonly unknown[]
}

/** Why a release cannot be deleted: it is pinned to a device, or some fleet should run it. */
export function whyNotDelete({
  is_pinned_to__device: pinned,
  should_be_running_on__application: targets,
}: Holders): string | undefined {
  if (targets.length > 0) return releaseProblemText.cannotDeleteTarget
  const count = typeof pinned === 'number' ? pinned : pinned.length
  if (count === 0) return undefined
  return typeof pinned === 'number'
    ? releaseProblemText.cannotDeletePinnedTo(formatNumber(count), count === 1)
    : releaseProblemText.cannotDeletePinned
}
