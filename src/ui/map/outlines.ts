import { geoMercator, geoPath } from 'd3-geo'
import type { Feature, MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { WORLD, type Box } from './mercator.ts'

/** One piece of a country, as a path of the flat world. */
export interface Outline {
  key: string
  d: string
  /** What it covers, so that only what is seen is drawn. */
  box: Box
}

/** Natural Earth's countries as `world-atlas` packs them. */
interface Atlas extends Topology {
  objects: { countries: GeometryCollection }
}

export type Detail = 'coarse' | 'fine'

const loaders: Record<Detail, () => Promise<{ default: unknown }>> = {
  coarse: () => import('world-atlas/countries-110m.json'),
  fine: () => import('world-atlas/countries-50m.json'),
}

const kept = new Map<Detail, Promise<readonly Outline[]>>()

/** The outlines of the world, bundled with the dashboard; loaded once for each detail. */
export function worldOutlines(detail: Detail): Promise<readonly Outline[]> {
  const known = kept.get(detail)
  if (known) return known
  const loading = loaders[detail]().then(({ default: atlas }) => outlinesOf(atlas as Atlas))
  kept.set(detail, loading)
  // A chunk that could not be loaded is asked for again.
  loading.catch(() => kept.delete(detail))
  return loading
}

function outlinesOf(atlas: Atlas): Outline[] {
  const projection = geoMercator()
    .scale(WORLD / (2 * Math.PI))
    .translate([WORLD / 2, WORLD / 2])
    .precision(0)
  const path = geoPath(projection).digits(3)
  return polygonsOf(feature(atlas, atlas.objects.countries).features).flatMap((polygon, index): Outline[] => {
    const d = path(polygon)
    if (d === null) return []
    const [[left, top], [right, bottom]] = path.bounds(polygon)
    return [{ key: String(index), d, box: [left, top, right, bottom] }]
  })
}

function polygonsOf(features: readonly Feature[]): Polygon[] {
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry]
    return geometry.type === 'MultiPolygon' ? partsOf(geometry) : []
  })
}

const partsOf = ({ coordinates }: MultiPolygon): Polygon[] =>
  coordinates.map((rings) => ({ type: 'Polygon', coordinates: rings }))
