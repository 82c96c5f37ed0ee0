/** Built from public map data packages together with the dashboard (scripts/map-data.ts). */
declare module 'virtual:map-data' {
  const packed: import('./world-data.ts').PackedWorld
  export default packed
}
