/** A place in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** A point of the flat world: a square of `WORLD` units, north at the top. */
export interface WorldPoint {
  x: number
  y: number
}

/** What part of the world is seen: the screen is the world times `k`, moved by `x` and `y` pixels. */
export interface View {
  x: number
  y: number
  k: number
}

export interface Size {
  width: number
  height: number
}

export const WORLD = 512
/** Mercator's square ends here; places beyond are shown at its edge. */
const MOST_LATITUDE = 85.0511
const RADIANS = Math.PI / 180

/** Latitude and longitude end at these degrees (docs/decisions/product-rules.md, 22). */
export const MOST_DEGREES = { latitude: 90, longitude: 180 }

export const LEAST_ZOOM = 0.5
export const MOST_ZOOM = 1024
/** How near a single place is shown: some countries around it. */
const NEAR_ZOOM = 16
/** Room between the outermost markers and the edge. */
const MARGIN_PX = 56

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))

export function toWorld({ latitude, longitude }: Place): WorldPoint {
  const angle = within(latitude, MOST_LATITUDE) * RADIANS
  return {
    x: ((longitude + 180) / 360) * WORLD,
    y: (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * WORLD,
  }
}

/** The place under a point of the screen, with no more digits than a pixel is wide. */
export function placeAt({ x, y }: WorldPoint, view: View): Place {
  const world = { x: (x - view.x) / view.k, y: (y - view.y) / view.k }
  const angle = 2 * Math.atan(Math.exp((0.5 - world.y / WORLD) * 2 * Math.PI)) - Math.PI / 2
  const digits = Math.max(0, Math.min(6, Math.ceil(Math.log10((WORLD * view.k) / 360))))
  const rounded = (degrees: number) => Number(degrees.toFixed(digits))
  return {
    latitude: within(rounded(angle / RADIANS), MOST_DEGREES.latitude),
    longitude: within(rounded((world.x / WORLD) * 360 - 180), MOST_DEGREES.longitude),
  }
}

export function toScreen(place: Place, view: View): WorldPoint {
  const { x, y } = toWorld(place)
  return { x: x * view.k + view.x, y: y * view.k + view.y }
}

/** A view with this point of the world in its middle. */
function centred({ x, y }: WorldPoint, k: number, { width, height }: Size): View {
  return { k, x: width / 2 - x * k, y: height / 2 - y * k }
}

/** The view that shows all of these places; the whole world when there are none. */
export function viewOf(places: readonly Place[], size: Size): View {
  if (places.length === 0) {
    const k = Math.max(LEAST_ZOOM, Math.min(size.width, size.height * 1.6) / WORLD)
    return centred(toWorld({ latitude: 20, longitude: 0 }), k, size)
  }
  const points = places.map(toWorld)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const room = (span: number, pixels: number) =>
    span === 0 ? NEAR_ZOOM : Math.max(1, pixels - 2 * MARGIN_PX) / span
  const k = Math.min(NEAR_ZOOM, room(right - left, size.width), room(bottom - top, size.height))
  return centred({ x: (left + right) / 2, y: (top + bottom) / 2 }, Math.max(LEAST_ZOOM, k), size)
}

/** Whether a place can be seen in a view. */
export function isInView(place: Place, view: View, { width, height }: Size): boolean {
  const { x, y } = toScreen(place, view)
  return x >= 0 && x <= width && y >= 0 && y <= height
}

/** Whether a box of the world, as left, top, right and bottom, can be seen in a view. */
export function boxIsInView(box: Box, view: View, { width, height }: Size): boolean {
  const [left, top, right, bottom] = box
  return (
    right * view.k + view.x >= 0 &&
    left * view.k + view.x <= width &&
    bottom * view.k + view.y >= 0 &&
    top * view.k + view.y <= height
  )
}

export type Box = readonly [left: number, top: number, right: number, bottom: number]
