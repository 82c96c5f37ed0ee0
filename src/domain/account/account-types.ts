/** What an account may be for (spec 1 §3). */
export const accountTypes = ['personal', 'professional'] as const
export type AccountType = (typeof accountTypes)[number]
