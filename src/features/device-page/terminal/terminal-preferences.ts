import { asBoolean, createStored } from '@/lib/stored.ts'

export const MIN_FONT = 9
export const MAX_FONT = 24
const DEFAULT_FONT = 13

/** Whether the emulator exposes its content to screen readers. */
export const screenReaderMode = createStored('terminal.screen-reader', false, asBoolean)

/** Font size in px. */
export const fontSize = createStored('terminal.font-size', DEFAULT_FONT, (stored) =>
  typeof stored === 'number' && stored >= MIN_FONT && stored <= MAX_FONT ? stored : undefined,
)

/** Px. */
export const DOCK_HEIGHTS = { min: 180, default: 380, max: 800 }

export const withinDockHeights = (height: number) =>
  Math.round(Math.min(DOCK_HEIGHTS.max, Math.max(DOCK_HEIGHTS.min, height)))

/** Height of the open dock in px. */
export const dockHeight = createStored('terminal.dock-height', DOCK_HEIGHTS.default, (stored) =>
  typeof stored === 'number' && Number.isFinite(stored) ? withinDockHeights(stored) : undefined,
)
