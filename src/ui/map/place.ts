/** A location in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** Limits of latitude and longitude (docs/decisions/product-rules.md, 22). */
export const MAX_DEGREES = { latitude: 90, longitude: 180 }

/** The visible part of the world in degrees; west and east may exceed 180. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))

/** Normalizes a longitude to -180 to 180. */
const onWorld = (longitude: number) => longitude - 360 * Math.round(longitude / 360)

/** The location at a point, rounded to the precision of a pixel at this zoom level. */
export function pointedAt({ lat, lng }: { lat: number; lng: number }, zoom: number): Place {
  const digits = Math.max(0, Math.min(6, Math.ceil(Math.log10((256 * 2 ** zoom) / 360))))
  const rounded = (degrees: number) => Number(degrees.toFixed(digits))
  return {
    latitude: within(rounded(lat), MAX_DEGREES.latitude),
    longitude: within(rounded(onWorld(lng)), MAX_DEGREES.longitude),
  }
}

/** The longitude of the copy of a location that is nearest to the center of the map. */
export const nearestTo = (middle: number, longitude: number) => middle + onWorld(longitude - middle)

/** Whether a location is in a box, on any copy of the world. */
export function isInBox({ latitude, longitude }: Place, { west, south, east, north }: Box): boolean {
  const there = nearestTo((west + east) / 2, longitude)
  return latitude >= south && latitude <= north && there >= west && there <= east
}

/** The bounding box of all locations; undefined if there are none. */
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
