import type { MapTiles } from '@/lib/third-parties.ts'
import { MAX_OUTLINE_ZOOM } from './outlines/tile.ts'

/** The zoom level for a single location, and the maximum: tiles have streets, outlines only coasts and towns. */
export const zoomsOf = (tiles: MapTiles | null) =>
  tiles === null ? { nearZoom: 8, maxZoom: MAX_OUTLINE_ZOOM } : { nearZoom: 13, maxZoom: 19 }
