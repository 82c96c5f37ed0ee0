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

/** Px. */
export const DOCK_HEIGHTS = { least: 180, usual: 380, most: 800 }

export const withinDockHeights = (height: number) =>
  Math.round(Math.min(DOCK_HEIGHTS.most, Math.max(DOCK_HEIGHTS.least, height)))

/** How high the terminal's dock opens, in px. */
export const dockHeight = createStored('terminal.dock-height', DOCK_HEIGHTS.usual, (stored) =>
  typeof stored === 'number' && Number.isFinite(stored) ? withinDockHeights(stored) : undefined,
)
