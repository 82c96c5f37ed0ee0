import { asBoolean, asNumber, asText, createStored } from '@/lib/stored.ts'

/** The sidebar is 56 px wide instead of 220. */
export const sidebarCollapsed = createStored('sidebar-collapsed', false, asBoolean)

/** Major version of the newest entry of the changelog that the person has seen; null before the first visit. */
export const seenMajor = createStored<number | null>('changelog-seen-major', null, asNumber)

/** Whether the one-off announcement was dismissed in this browser. */
export const announcementDismissed = createStored('announcement-dismissed', false, asBoolean)

/** Which maintenance, and whether planned or under way, needs no warning any more. */
export const maintenanceDismissed = createStored<string | null>('maintenance-dismissed', null, asText)

export interface CookieChoice {
  analytics: boolean
}

/** What the person answered to the cookie banner; null before. Essential cookies are no choice. */
export const cookieChoice = createStored<CookieChoice | null>('cookie-choice', null, (stored) =>
  typeof stored === 'object' &&
  stored !== null &&
  'analytics' in stored &&
  typeof stored.analytics === 'boolean'
    ? { analytics: stored.analytics }
    : undefined,
)

/** Who knows that the first devices are free need not be told again. */
export const freeNoticeDismissed = createStored('free-devices-notice-dismissed', false, asBoolean)

/** Organizations whose notice of having more devices than are free was dismissed. */
export const provisionedMoreDismissed = createStored<readonly number[]>(
  'provisioned-more-dismissed',
  [],
  (stored) => (Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : undefined),
)
