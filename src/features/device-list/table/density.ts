import { createStored, oneOfTexts } from '@/lib/stored.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Row height of the device table, stored in this browser. */
export const storedDensity = createStored<Density>('device-density', 'comfortable', oneOfTexts(...densities))

/** Px. Must match the style sheet of the table. */
export const ROW_HEIGHT: Record<Density, number> = { comfortable: 40, compact: 32 }

/** Px. On small screens, a row has a second line, because only its first columns are in sight. */
export const SMALL_ROW_HEIGHT = 56
