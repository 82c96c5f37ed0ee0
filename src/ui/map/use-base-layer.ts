import { tileLayer, type Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import type { MapTiles } from '@/lib/third-parties.ts'
import { OutlineLayer } from './outlines/outline-layer.ts'
import type { MapColours } from './outlines/tile.ts'

/** The base layer of a map. The last one: tiles are configured, but cannot be loaded. */
export type Ground = 'tiles' | 'outlines' | 'outlines for want of tiles'

/** The base layer: tiles if a tile server is configured and responds, else the bundled outlines. */
export function useBaseLayer(map: LeafletMap | undefined, tiles: MapTiles | null): Ground {
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
    const layer = new OutlineLayer(coloursIn(frame), { maxZoom: map.getMaxZoom(), zIndex: 1 }).addTo(map)
    const observer = new MutationObserver(() => layer.recolour(coloursIn(frame)))
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-mantine-color-scheme'],
    })
    return () => {
      observer.disconnect()
      layer.remove()
    }
  }, [map, hasOutlines])
  if (tiles === null) return 'outlines'
  return areMissing ? 'outlines for want of tiles' : 'tiles'
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
