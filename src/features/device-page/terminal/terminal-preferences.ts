import { asBoolean, createStored } from '@/lib/stored.ts'

export const SMALLEST_FONT = 9
export const LARGEST_FONT = 24
const USUAL_FONT = 13

/** The emulator tells a screen reader what it shows. */
export const screenReaderMode = createStored('terminal.screen-reader', false, asBoolean)

/** Size of the terminal's letters, in px. */
export const fontSize = createStored('terminal.font-size', USUAL_FONT, (stored) =>
  typeof stored === 'number' && stored >= SMALLEST_FONT && stored <= LARGEST_FONT ? stored : undefined,
)
