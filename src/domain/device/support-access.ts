import { supportAccessText } from '../../messages/support-access.ts'

/** Support access is suggested for five minutes from now. */
const SUGGESTED_MS = 5 * 60_000
const MINUTE_MS = 60_000

/** The moment that is suggested, in milliseconds since 1970: a whole minute, for fields that know no seconds. */
export function suggestedSupportEnd(now: number): number {
  return Math.ceil((now + SUGGESTED_MS) / MINUTE_MS) * MINUTE_MS
}

/** What is wrong with the end of support access; undefined when nothing is. It must not be before now. */
export function supportEndProblem(until: number | null, now: number): string | undefined {
  if (until === null) return supportAccessText.missing
  return until < now ? supportAccessText.past : undefined
}
