const FROM = Date.parse('2024-11-21T00:00Z')
const UNTIL = Date.parse('2024-11-29T00:00Z')

/** Whether the one-time announcement can be shown at this time (docs/decisions/product-rules.md, 38). */
export const isAnnouncing = (now: number): boolean => now >= FROM && now < UNTIL
