export const TILE_PX = 256
/** Above this zoom level the outlines have no more detail. */
export const MAX_OUTLINE_ZOOM = 12

export interface TileAt {
  x: number
  y: number
  z: number
}

export interface MapColours {
  water: string
  land: string
  coast: string
  border: string
  ink: string
  faint: string
}
