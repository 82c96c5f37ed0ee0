/** Circumference of the earth in m, and side of the world in px at zoom level 0. */
const EQUATOR_M = 40_075_016.686
const WORLD_PX = 256
/** Width of the longest scale in px. */
const MAX_WIDTH = 96

/** A round distance, and how long it is on a map at this latitude and zoom level. */
export function scaleOf(latitude: number, zoom: number): { metres: number; width: number } {
  const perPixel = (EQUATOR_M * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom)
  const most = perPixel * MAX_WIDTH
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = power * ([5, 2, 1].find((times) => times * power <= most) ?? 1)
  return { metres, width: Math.round(metres / perPixel) }
}
