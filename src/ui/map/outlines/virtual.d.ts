/** Made from packages of public map data as the dashboard is built (scripts/map-data.ts). */
declare module 'virtual:map-data' {
  const packed: import('./world-data.ts').PackedWorld
  export default packed
}
