import { asBoolean, createStored } from '@/lib/stored.ts'

export const SMALLEST_FONT = 9
export const LARGEST_FONT = 24
const DEFAULT_FONT = 13

/** Whether the emulator exposes its content to screen readers. */
export const screenReaderMode = createStored('terminal.screen-reader', false, asBoolean)

/** Font size in px. */
export const fontSize = createStored('terminal.font-size', DEFAULT_FONT, (stored) =>
  typeof stored === 'number' && stored >= SMALLEST_FONT && stored <= LARGEST_FONT ? stored : undefined,
)

/** Px. */
export const DOCK_HEIGHTS = { least: 180, usual: 380, most: 800 }

export const withinDockHeights = (height: number) =>
  Math.round(Math.min(DOCK_HEIGHTS.most, Math.max(DOCK_HEIGHTS.least, height)))

/** Height of the open dock in px. */
export const dockHeight = createStored('terminal.dock-height', DOCK_HEIGHTS.usual, (stored) =>
  typeof stored === 'number' && Number.isFinite(stored) ? withinDockHeights(stored) : undefined,
)
