import { asBoolean, asNumber, asText, createStored } from '@/lib/stored.ts'

/** The sidebar is 56 px wide instead of 220. */
export const sidebarCollapsed = createStored('sidebar-collapsed', false, asBoolean)

/** Major version of the newest changelog entry that the user has seen; null before the first visit. */
export const seenMajor = createStored<number | null>('changelog-seen-major', null, asNumber)

/** Whether the one-time announcement was dismissed in this browser. */
export const announcementDismissed = createStored('announcement-dismissed', false, asBoolean)

/** Which maintenance warnings were dismissed, planned or current. */
export const maintenanceDismissed = createStored<string | null>('maintenance-dismissed', null, asText)

export interface CookieChoice {
  analytics: boolean
}

/** The user's cookie choice; null before. Essential cookies are not optional. */
export const cookieChoice = createStored<CookieChoice | null>('cookie-choice', null, (stored) =>
  typeof stored === 'object' &&
  stored !== null &&
  'analytics' in stored &&
  typeof stored.analytics === 'boolean'
    ? { analytics: stored.analytics }
    : undefined,
)

/** Whether the notice about free devices was dismissed. */
export const freeNoticeDismissed = createStored('free-devices-notice-dismissed', false, asBoolean)

/** Organizations whose notice about too many devices was dismissed. */
export const provisionedMoreDismissed = createStored<readonly number[]>(
  'provisioned-more-dismissed',
  [],
  (stored) => (Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : undefined),
)
