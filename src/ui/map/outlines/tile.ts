export const TILE_PX = 256
/** Nearer than this the outlines tell nothing more. */
export const MOST_OUTLINE_ZOOM = 12

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
