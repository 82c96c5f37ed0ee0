import { TILE_PX } from './tile.ts'
import type { NamedCountry, NamedPlace, World } from './world-data.ts'

export interface Label {
  name: string
  /** In pixels of the projected world at this zoom level. */
  x: number
  y: number
  kind: 'country' | 'city' | 'town'
}

/** Maximum number of city names by zoom level; unlimited above the last one. */
const MAX_CITIES = [0, 0, 24, 80, 220, 600, 1600, 4000]
/** This share of the largest cities is drawn in bold. */
const STRONG = 0.3
/** Zoom levels with country names. From `first` on, city names take precedence over them. */
const COUNTRY_ZOOMS = { from: 2, first: 4, to: 6 }
/** Approximate width of a character and height of a line, in pixels. */
const LETTER_PX = { country: 8, city: 7.4, town: 6.4 }
const LINE_PX = 15
/** Distance between the dot of a city and its name. */
export const NAME_PX = 6

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const meets = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The keys of the tiles that a box overlaps. */
function tilesOf({ left, top, right, bottom }: Box): string[] {
  const keys: string[] = []
  for (let x = Math.floor(left / TILE_PX); x <= Math.floor(right / TILE_PX); x += 1)
    for (let y = Math.floor(top / TILE_PX); y <= Math.floor(bottom / TILE_PX); y += 1) keys.push(`${x}/${y}`)
  return keys
}

/** The position of a place in the projected world (Web Mercator) at a zoom level. */
function flatPlace([longitude, latitude]: NamedPlace['at'], zoom: number) {
  const world = TILE_PX * 2 ** zoom
  const sine = Math.sin((latitude * Math.PI) / 180)
  return {
    x: (longitude / 360 + 0.5) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  }
}

/**
 * The labels of a zoom level, by tile: countries that are wide enough, and cities, largest first. A label that overlaps
 * another is dropped for the whole zoom level, so that adjacent tiles are consistent.
 */
export function labelsByTile({ cities, countries }: Pick<World, 'cities' | 'countries'>, zoom: number) {
  const byTile = new Map<string, { label: Label; box: Box }[]>()
  const put = (label: Label, box: Box) => {
    const keys = tilesOf(box)
    if (keys.some((key) => byTile.get(key)?.some((other) => meets(other.box, box)))) return
    for (const key of keys) {
      const there = byTile.get(key)
      if (there) there.push({ label, box })
      else byTile.set(key, [{ label, box }])
    }
  }
  const putCountries = () => {
    for (const country of countries) putCountry(country, zoom, put)
  }
  if (zoom >= COUNTRY_ZOOMS.from && zoom <= COUNTRY_ZOOMS.first) putCountries()
  const most = MAX_CITIES[zoom] ?? cities.length
  for (const [rank, { name, at }] of cities.slice(0, most).entries()) {
    const { x, y } = flatPlace(at, zoom)
    const kind = rank < most * STRONG ? 'city' : 'town'
    const box = {
      left: x - NAME_PX,
      top: y - LINE_PX / 2,
      right: x + NAME_PX + name.length * LETTER_PX[kind],
      bottom: y + LINE_PX / 2,
    }
    put({ name, x, y, kind }, box)
  }
  if (zoom > COUNTRY_ZOOMS.first && zoom <= COUNTRY_ZOOMS.to) putCountries()
  return (x: number, y: number): readonly Label[] => byTile.get(`${x}/${y}`)?.map(({ label }) => label) ?? []
}

function putCountry({ name, at, width }: NamedCountry, zoom: number, put: (label: Label, box: Box) => void) {
  const { x, y } = flatPlace(at, zoom)
  const half = (name.length * LETTER_PX.country) / 2
  if ((width / 360) * TILE_PX * 2 ** zoom < half * 2) return
  put(
    { name, x, y, kind: 'country' },
    { left: x - half, top: y - LINE_PX / 2, right: x + half, bottom: y + LINE_PX / 2 },
  )
}
