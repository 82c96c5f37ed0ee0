/** Built from a public package together with what imports it (scripts/large-towns.ts). */
declare module 'virtual:towns' {
  const towns: readonly { name: string; latitude: number; longitude: number }[]
  export default towns
}
