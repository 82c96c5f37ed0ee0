export const accountTypes = ['personal', 'professional'] as const
export type AccountType = (typeof accountTypes)[number]
