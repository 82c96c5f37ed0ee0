import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A row of the package's data. */
export interface City {
  city: string
  city_ascii: string
  lat: number
  lng: number
  pop: number
  country: string
  iso2: string
  province?: string
}

/** A hundredth of a degree is about a kilometre: devices are spread around their town by more. */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100

/** Reduces the gazetteer's data (`mocks/worlds/gazetteer.ts`) to what is read of it: 1.9 MB become 0.9, and 0.2 compressed. */
export const townData: Plugin = {
  name: 'town-data',
  load: {
    filter: { id: /\/city-timezones\/data\/cityMap\.json$/ },
    handler(id) {
      const cities = JSON.parse(readFileSync(id, 'utf8')) as City[]
      return JSON.stringify(
        cities.map(({ city, city_ascii, lat, lng, pop, country, iso2, province }) => ({
          city,
          city_ascii,
          lat: rounded(lat),
          lng: rounded(lng),
          pop: Math.round(pop),
          country,
          iso2,
          province,
        })),
      )
    },
  },
}
