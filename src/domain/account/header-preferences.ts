import { asBoolean, createStored } from '@/lib/stored.ts'

const asColour = (stored: unknown): string | undefined =>
  typeof stored === 'string' && /^#[0-9a-f]{6}$/i.test(stored) ? stored : undefined

/** The header colour chosen by the user, as `#rrggbb`; null: the colour of the theme. */
export const headerColour = createStored<string | null>('header-colour', null, asColour)

/** Whether the header of a staging deployment is striped. */
export const navigationStripes = createStored('navigation-stripes', true, asBoolean)
