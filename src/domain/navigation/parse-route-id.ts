import { redirect } from 'react-router'
import { errorText } from '@/messages/common.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { numericId } from '../fleet/fleet-class.ts'

/** Ids are 32-bit numbers on the platform; a larger one is refused as a malformed query rather than as absent. */
const MAX_ID = 2_147_483_647

/** The id that an address names, where something may have it: for what is read before anybody says what is wrong. */
export function possibleId(written: string | undefined): number | undefined {
  const id = numericId(written)
  return id !== undefined && id <= MAX_ID ? id : undefined
}

/**
 * The id that an address names. Throws a redirect one level up, with an error, when it is no number;
 * null when nothing can have it.
 */
export function parseRouteId(written: string | undefined, oneLevelUp: string): number | null {
  const id = numericId(written)
  if (id === undefined) {
    // Layout and page load at the same time and both come here; the key keeps it to one toast.
    showToast({ tone: 'bad', key: 'invalid-id', title: errorText.invalidIdInUrl(written ?? '') })
    throw redirect(oneLevelUp)
  }
  return id > MAX_ID ? null : id
}
