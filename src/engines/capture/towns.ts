import towns from 'virtual:towns'

export interface Town {
  name: string
  latitude: number
  longitude: number
}

export interface Position {
  latitude: number
  longitude: number
}

/** Square kilometres per square degree at the equator are left out: only the order of distances matters. */
function distance(one: Position, other: Position): number {
  const shrink = Math.cos((one.latitude * Math.PI) / 180)
  const across = Math.abs(one.longitude - other.longitude)
  const east = Math.min(across, 360 - across) * shrink
  const north = one.latitude - other.latitude
  return east * east + north * north
}

/** Finds the nearest town of at least 50,000 people. Positions are cached by a hundredth of a degree. */
export function townFinder(): (position: Position) => Town {
  const cache = new Map<string, Town>()
  return (position) => {
    const key = `${position.latitude.toFixed(2)} ${position.longitude.toFixed(2)}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const found = nearest(position, towns)
    cache.set(key, found)
    return found
  }
}

/** The place that is nearest to a position. Throws when there are none. */
export function nearest<Place extends Position>(position: Position, places: readonly Place[]): Place {
  let best: Place | undefined
  let least = Infinity
  for (const place of places) {
    const far = distance(position, place)
    if (far >= least) continue
    least = far
    best = place
  }
  if (best === undefined) throw new Error('There are no towns')
  return best
}
