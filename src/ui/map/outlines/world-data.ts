import { numbersOf } from './packed-numbers.ts'

/** The bundled world in its packed form: texts of packed numbers, in units of `1 / PER_DEGREE` degrees. */
export interface PackedWorld {
  /**
   * Lines between junctions of borders and coasts: the number of points, then each point as the difference to the previous
   * one.
   */
  arcs: string
  /**
   * The number of polygons; for each the number of rings; for each the number of arcs and the arcs. Negative ones are
   * reversed.
   */
  land: string
  /** The number of lines; for each the number of arcs and the arcs. */
  borders: string
  /** The number of polygons; for each the number of rings; for each the number of points and their differences. */
  lakes: string
  /** One name per line, largest city first, and the locations as longitude and latitude. */
  cities: { names: string; places: string }
  /** The same for countries, with the width of their largest part. */
  countries: { names: string; places: string }
}

export const PER_DEGREE = 125

/** Longitude, latitude. */
export type Position = [number, number]
export type Ring = Position[]

export interface NamedPlace {
  name: string
  at: Position
}

export interface NamedCountry extends NamedPlace {
  /** Width in degrees. */
  width: number
}

export interface World {
  land: Ring[][]
  borders: Ring[]
  lakes: Ring[][]
  cities: NamedPlace[]
  countries: NamedCountry[]
}

const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make)

/** Decodes the bundled world into shapes in degrees. */
export function unpackWorld(packed: PackedWorld): World {
  const arcs = arcsOf(numbersOf(packed.arcs))
  const line = (next: () => number): Ring => {
    const points: Ring = []
    for (const at of times(next(), next)) {
      const arc = at < 0 ? (arcs[-at - 1]?.toReversed() ?? []) : (arcs[at] ?? [])
      // Each arc starts at the end of the previous one.
      for (const point of points.length === 0 ? arc : arc.slice(1)) points.push(point)
    }
    return unbroken(points)
  }
  const land = numbersOf(packed.land)
  const borders = numbersOf(packed.borders)
  const lakes = numbersOf(packed.lakes)
  return {
    land: times(land(), () => times(land(), () => line(land))),
    borders: times(borders(), () => line(borders)),
    lakes: times(lakes(), () => times(lakes(), () => walk(lakes))),
    cities: named(packed.cities, (name, at) => ({ name, at })),
    countries: named(packed.countries, (name, at, next) => ({ name, at, width: next() / PER_DEGREE })),
  }
}

/**
 * A line that continues beyond 180 degrees instead of jumping to the other edge of the world. A ring around a pole ends 360
 * degrees away from its start, and is closed through the pole.
 */
export function unbroken(line: Ring): Ring {
  let turns = 0
  const points = line.map(([x, y], at): Position => {
    const before = line[at - 1]?.[0] ?? x
    if (Math.abs(x - before) > 180) turns += x < before ? 1 : -1
    return [x + 360 * turns, y]
  })
  const [first, last] = [points[0], points.at(-1)]
  if (turns === 0 || first === undefined || last === undefined || Math.abs(last[0] - first[0]) < 180)
    return points
  const pole = first[1] < 0 ? -90 : 90
  return [...points, [last[0], pole], [first[0], pole], first]
}

function arcsOf(next: () => number): Ring[] {
  return times(next(), () => walk(next))
}

function walk(next: () => number): Ring {
  let [x, y] = [0, 0]
  return times(next(), (): Position => {
    x += next()
    y += next()
    return [x / PER_DEGREE, y / PER_DEGREE]
  })
}

function named<Item>(
  { names, places }: PackedWorld['cities'],
  make: (name: string, at: Position, next: () => number) => Item,
): Item[] {
  const next = numbersOf(places)
  return names.split('\n').map((name) => {
    const at: Position = [next() / PER_DEGREE, next() / PER_DEGREE]
    return make(name, at, next)
  })
}
