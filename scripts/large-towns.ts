import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import type { City } from './town-data.ts'

export const TOWNS = 'virtual:towns'
/** In a smaller town, a device could tell who owns it. */
const MIN_PEOPLE = 50_000

/** The source of the module with the towns of the world, for captures of accounts. */
export function townsModule(): string {
  const path = createRequire(import.meta.url).resolve('city-timezones/data/cityMap.json')
  const cities = JSON.parse(readFileSync(path, 'utf8')) as City[]
  const towns = cities
    .filter(({ pop }) => pop >= MIN_PEOPLE)
    .map(({ city, country, lat, lng }) => [
      `${city}, ${country}`,
      Number(lat.toFixed(3)),
      Number(lng.toFixed(3)),
    ])
  return `const towns = JSON.parse(${JSON.stringify(JSON.stringify(towns))})
export default towns.map(([name, latitude, longitude]) => ({ name, latitude, longitude }))
`
}

/** Generates the module in builds and tests. `scripts/aliases.ts` does so for scripts. */
export const largeTowns: Plugin = {
  name: 'large-towns',
  resolveId: { filter: { id: /^virtual:towns$/ }, handler: () => `\0${TOWNS}` },
  load: { filter: { id: /^\0virtual:towns$/ }, handler: townsModule },
}
