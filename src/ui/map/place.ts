/** A place in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** Latitude and longitude end at these degrees (docs/decisions/product-rules.md, 22). */
export const MOST_DEGREES = { latitude: 90, longitude: 180 }

/** What of the world is seen, in degrees; west and east may lie beyond 180. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))

/** The same longitude, from -180 to 180. */
const onWorld = (longitude: number) => longitude - 360 * Math.round(longitude / 360)

/** A place that somebody points at, with no more digits than a pixel is wide at this zoom. */
export function pointedAt({ lat, lng }: { lat: number; lng: number }, zoom: number): Place {
  const digits = Math.max(0, Math.min(6, Math.ceil(Math.log10((256 * 2 ** zoom) / 360))))
  const rounded = (degrees: number) => Number(degrees.toFixed(digits))
  return {
    latitude: within(rounded(lat), MOST_DEGREES.latitude),
    longitude: within(rounded(onWorld(lng)), MOST_DEGREES.longitude),
  }
}

/** The longitude of the copy of a place that is nearest to where the map looks. */
export const nearestTo = (middle: number, longitude: number) => middle + onWorld(longitude - middle)

/** Whether a place is in a box, in whichever copy of the world. */
export function isInBox({ latitude, longitude }: Place, { west, south, east, north }: Box): boolean {
  const there = nearestTo((west + east) / 2, longitude)
  return latitude >= south && latitude <= north && there >= west && there <= east
}

/** The box around all of these places, however many; undefined when there are none. */
export function boxAround(places: readonly Place[]): Box | undefined {
  const [first] = places
  if (first === undefined) return undefined
  const box: Box = {
    west: first.longitude,
    east: first.longitude,
    south: first.latitude,
    north: first.latitude,
  }
  for (const { latitude, longitude } of places) {
    box.south = Math.min(box.south, latitude)
    box.north = Math.max(box.north, latitude)
    box.west = Math.min(box.west, longitude)
    box.east = Math.max(box.east, longitude)
  }
  return box
}
