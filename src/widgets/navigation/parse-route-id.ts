import { redirect } from 'react-router'
import { numericId } from '@/domain/fleet/fleet-class.ts'
import { errorText } from '@/messages/common/common.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

/** Ids are 32-bit numbers; the platform rejects larger ones as malformed instead of not found. */
const MAX_ID = 2_147_483_647

/** The id in a route, if valid: for queries that start before errors are reported. */
export function possibleId(written: string | undefined): number | undefined {
  const id = numericId(written)
  return id !== undefined && id <= MAX_ID ? id : undefined
}

/** The id in a route. Throws a redirect one level up, with an error, when it is not a number; null when no object can have it. */
export function parseRouteId(written: string | undefined, oneLevelUp: string): number | null {
  const id = numericId(written)
  if (id === undefined) {
    // Layout and page load in parallel and both call this; the key ensures a single toast.
    showToast({ tone: 'bad', key: 'invalid-id', title: errorText.invalidIdInUrl(written ?? '') })
    throw redirect(oneLevelUp)
  }
  return id > MAX_ID ? null : id
}
