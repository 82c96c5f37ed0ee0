import { asBoolean, createStored } from '@/lib/stored.ts'

const asColour = (stored: unknown): string | undefined =>
  typeof stored === 'string' && /^#[0-9a-f]{6}$/i.test(stored) ? stored : undefined

/** The colour of the header that the person chose, as `#rrggbb`; null for the theme's. */
export const headerColour = createStored<string | null>('header-colour', null, asColour)

/** Whether the header of a staging deployment has stripes. */
export const navigationStripes = createStored('navigation-stripes', true, asBoolean)
