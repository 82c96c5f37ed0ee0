/** Built from public map data packages together with the dashboard (scripts/map-data.ts). */
declare module 'virtual:map-data' {
  const packed: import('./world-data.ts').PackedWorld
  export default packed
}

/** The coarse land of the world (scripts/map-data.ts). */
declare module 'virtual:land-outline' {
  /** The path of an SVG, in the projection of maps. */
  export const path: string
  /** Side of the square that the path lies in. */
  export const size: number
}
