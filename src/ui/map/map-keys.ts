import type { KeyboardEvent } from 'react'
import type { MapViewControl } from './use-map-view.ts'

const STEP_PX = 60
/** How much nearer one press brings the map. */
export const ZOOM_STEP = 1.6

/** Arrows move the map, plus and minus bring it nearer and further; `more` are keys of this map alone. */
export function moveByKey(
  event: KeyboardEvent<HTMLElement>,
  { moveBy, zoomBy }: MapViewControl,
  more: Record<string, () => void> = {},
) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const actions: Record<string, () => void> = {
    ArrowLeft: () => moveBy(STEP_PX, 0),
    ArrowRight: () => moveBy(-STEP_PX, 0),
    ArrowUp: () => moveBy(0, STEP_PX),
    ArrowDown: () => moveBy(0, -STEP_PX),
    '+': () => zoomBy(ZOOM_STEP),
    '=': () => zoomBy(ZOOM_STEP),
    '-': () => zoomBy(1 / ZOOM_STEP),
    ...more,
  }
  const action = actions[event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
}
