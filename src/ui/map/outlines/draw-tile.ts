import type { Feature, FeatureCollection } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { labelsByTile, NAME_PX, type Label } from './labels.ts'
import { MAX_OUTLINE_ZOOM, TILE_PX, type MapColours, type TileAt } from './tile.ts'
import type { World } from './world-data.ts'

const EXTENT = 4096

/** The required subset of a canvas context, in a page or a worker. */
export type Brush = Pick<
  OffscreenCanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'quadraticCurveTo'
  | 'scale'
  | 'setLineDash'
  | 'stroke'
  | 'strokeStyle'
  | 'strokeText'
  | 'textAlign'
  | 'textBaseline'
>

const FAMILY = '"Inter Variable", "Helvetica Neue", Arial, sans-serif'
const fonts: Record<Label['kind'], string> = {
  country: `600 11px ${FAMILY}`,
  city: `600 12px ${FAMILY}`,
  town: `400 11px ${FAMILY}`,
}

type Kind = 'land' | 'lake' | 'border'

/** Cuts the world into tiles on demand, and draws them. */
export function tilePainter(world: World) {
  const index = new GeoJSONVT(shapesOf(world), {
    maxZoom: MAX_OUTLINE_ZOOM,
    indexMaxZoom: 4,
    extent: EXTENT,
  })
  const labels = new Map<number, ReturnType<typeof labelsByTile>>()
  const labelsAt = (zoom: number) => {
    const known = labels.get(zoom) ?? labelsByTile(world, zoom)
    labels.set(zoom, known)
    return known
  }
  return (brush: Brush, { x, y, z }: TileAt, colours: MapColours) => {
    brush.fillStyle = colours.water
    brush.fillRect(0, 0, TILE_PX, TILE_PX)
    brush.lineJoin = 'round'
    for (const { tags, geometry } of index.getTile(z, x, y)?.features ?? [])
      drawShape(brush, tags?.kind as Kind, geometry as [number, number][][], colours)
    for (const label of labelsAt(z)(x, y))
      drawLabel(brush, label, { x: x * TILE_PX, y: y * TILE_PX }, colours)
  }
}

function shapesOf({ land, lakes, borders }: World): FeatureCollection {
  const shape = (kind: Kind, geometry: Feature['geometry']): Feature => ({
    type: 'Feature',
    properties: { kind },
    geometry,
  })
  return {
    type: 'FeatureCollection',
    features: [
      ...land.map((coordinates) => shape('land', { type: 'Polygon', coordinates })),
      ...lakes.map((coordinates) => shape('lake', { type: 'Polygon', coordinates })),
      ...borders.map((coordinates) => shape('border', { type: 'LineString', coordinates })),
    ],
  }
}

function drawShape(brush: Brush, kind: Kind, lines: readonly [number, number][][], colours: MapColours) {
  const scale = TILE_PX / EXTENT
  brush.beginPath()
  for (const line of lines)
    if (kind === 'lake') rounded(brush, line, scale)
    else {
      for (const [at, [x, y]] of line.entries()) {
        if (at === 0) brush.moveTo(x * scale, y * scale)
        else brush.lineTo(x * scale, y * scale)
      }
      if (kind === 'land') brush.closePath()
    }
  if (kind === 'border') {
    brush.strokeStyle = colours.border
    brush.lineWidth = 1
    brush.stroke()
    return
  }
  brush.fillStyle = kind === 'land' ? colours.land : colours.water
  brush.fill()
  brush.strokeStyle = colours.coast
  brush.lineWidth = 0.75
  brush.stroke()
}

/** The outlines of lakes are coarser than coasts; curves through the midpoints hide the corners. */
function rounded(brush: Brush, ring: readonly [number, number][], scale: number) {
  const points = ring.slice(1)
  const middle = (at: number) => {
    const [x1, y1] = points[at % points.length] ?? [0, 0]
    const [x2, y2] = points[(at + 1) % points.length] ?? [0, 0]
    return [((x1 + x2) / 2) * scale, ((y1 + y2) / 2) * scale] as const
  }
  brush.moveTo(...middle(points.length - 1))
  for (const [at, [x, y]] of points.entries()) brush.quadraticCurveTo(x * scale, y * scale, ...middle(at))
  brush.closePath()
}

function drawLabel(
  brush: Brush,
  { name, x, y, kind }: Label,
  tile: { x: number; y: number },
  colours: MapColours,
) {
  const isCountry = kind === 'country'
  const [left, top] = [x - tile.x, y - tile.y]
  const at = isCountry ? left : left + NAME_PX
  brush.font = fonts[kind]
  brush.textAlign = isCountry ? 'center' : 'left'
  brush.textBaseline = 'middle'
  brush.strokeStyle = colours.land
  brush.lineWidth = 3
  brush.strokeText(isCountry ? name.toUpperCase() : name, at, top)
  brush.fillStyle = isCountry ? colours.faint : colours.ink
  brush.fillText(isCountry ? name.toUpperCase() : name, at, top)
  if (isCountry) return
  brush.beginPath()
  brush.arc(left, top, kind === 'city' ? 2.25 : 1.75, 0, 2 * Math.PI)
  brush.fill()
}
