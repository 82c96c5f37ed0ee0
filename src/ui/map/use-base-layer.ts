import { svgOverlay, tileLayer, type GridLayer, type Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { path, size } from 'virtual:land-outline'
import type { MapTiles } from '@/lib/third-parties.ts'
import { watchTheme } from '@/ui/theme/watch-theme.ts'
import { OutlineLayer } from './outlines/outline-layer.ts'
import type { MapColours } from './outlines/tile.ts'

/** The base layer of a map. The last one: tiles are configured, but cannot be loaded. */
export type Ground = 'tiles' | 'outlines' | 'outlines for want of tiles'

/** The edge of the projection, in degrees. */
const MAX_LATITUDE = 85.0511
const SVG = 'http://www.w3.org/2000/svg'
/** Above this zoom level the coarse land is far from the coasts. */
const MAX_LAND_ZOOM = 8

/** The coarse land of the world, in sight at once: below everything that is loaded. */
function useLand(map: LeafletMap | undefined): void {
  useEffect(() => {
    if (map === undefined) return
    const pane = map.getPane('land') ?? map.createPane('land')
    // Below the tiles.
    pane.style.zIndex = '100'
    pane.style.pointerEvents = 'none'
    // A view can reach over the edge of the world.
    const copies = [-360, 0, 360].map((turn) => {
      const picture = document.createElementNS(SVG, 'svg')
      picture.setAttribute('viewBox', `0 0 ${size} ${size}`)
      picture.setAttribute('preserveAspectRatio', 'none')
      // Land that reaches over the edge of the world.
      picture.style.overflow = 'visible'
      const land = document.createElementNS(SVG, 'path')
      land.setAttribute('d', path)
      land.setAttribute('fill', 'var(--land)')
      land.setAttribute('stroke', 'var(--shore)')
      land.setAttribute('vector-effect', 'non-scaling-stroke')
      picture.append(land)
      return svgOverlay(
        picture,
        [
          [-MAX_LATITUDE, turn - 180],
          [MAX_LATITUDE, turn + 180],
        ],
        { pane: 'land', interactive: false },
      ).addTo(map)
    })
    const showIfTrue = () => void (pane.style.display = map.getZoom() > MAX_LAND_ZOOM ? 'none' : '')
    showIfTrue()
    map.on('zoomend', showIfTrue)
    return () => {
      map.off('zoomend', showIfTrue)
      for (const copy of copies) copy.remove()
    }
  }, [map])
}

/** The base layer, and whether parts of it are still loaded or drawn. */
export interface BaseLayer {
  ground: Ground
  isLoading: boolean
}

/** The base layer: tiles if a tile server is configured and responds, else the bundled outlines. */
export function useBaseLayer(map: LeafletMap | undefined, tiles: MapTiles | null): BaseLayer {
  useLand(map)
  const [isLoading, setLoading] = useState(false)
  const [areMissing, setMissing] = useState(false)
  useEffect(() => {
    if (map === undefined || tiles === null) return
    const layer = tileLayer(tiles.url, {
      maxZoom: map.getMaxZoom(),
      // Tile servers may require the origin of the site; they do not get the path of the page.
      referrerPolicy: 'origin',
      zIndex: 2,
    })
    let failed = false
    layer.on('loading', () => void (failed = false))
    layer.on('tileerror', () => {
      failed = true
      setMissing(true)
    })
    layer.on('load', () => setMissing(failed))
    tellLoading(layer, setLoading)
    const again = () => layer.redraw()
    window.addEventListener('online', again)
    layer.addTo(map)
    return () => {
      window.removeEventListener('online', again)
      layer.remove()
      setMissing(false)
    }
  }, [map, tiles])

  const hasOutlines = tiles === null || areMissing
  useEffect(() => {
    if (map === undefined || !hasOutlines) return
    const frame = map.getContainer()
    const layer = new OutlineLayer(coloursIn(frame), { maxZoom: map.getMaxZoom(), zIndex: 1 })
    if (layer.canDraw) tellLoading(layer, setLoading)
    layer.addTo(map)
    const stopWatching = watchTheme(() => layer.recolour(coloursIn(frame)))
    return () => {
      stopWatching()
      layer.remove()
    }
  }, [map, hasOutlines])
  const ground = tiles === null ? 'outlines' : areMissing ? 'outlines for want of tiles' : 'tiles'
  return { ground, isLoading }
}

function tellLoading(layer: GridLayer, tell: (isLoading: boolean) => void): void {
  layer.on('loading', () => tell(true))
  layer.on('load', () => tell(false))
  layer.on('remove', () => tell(false))
}

function coloursIn(frame: HTMLElement): MapColours {
  const style = getComputedStyle(frame)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    water: colour('--water'),
    land: colour('--land'),
    coast: colour('--shore'),
    border: colour('--line-strong'),
    ink: colour('--ink-2'),
    faint: colour('--ink-3'),
  }
}
