import { supportAccessText } from '@/messages/access/support-access.ts'

/** The suggested expiry of support access is five minutes from now. */
const SUGGESTED_MS = 5 * 60_000
const MINUTE_MS = 60_000

/** The suggested time in milliseconds since 1970: a full minute, because the field has no seconds. */
export function suggestedSupportEnd(now: number): number {
  return Math.ceil((now + SUGGESTED_MS) / MINUTE_MS) * MINUTE_MS
}

/** Why the end of support access is invalid; undefined when it is valid. It must be in the future. */
export function supportEndProblem(until: number | null, now: number): string | undefined {
  if (until === null) return supportAccessText.missing
  return until < now ? supportAccessText.past : undefined
}
