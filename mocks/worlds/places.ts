import type { Place } from '../../simulator/definition/world-definition.ts'

export interface Site extends Place {
  /** The value of the tag `site`. */
  code: string
}

const site = (code: string, name: string, latitude: number, longitude: number): Site => ({
  code,
  name,
  latitude,
  longitude,
})

/** Locations of devices: real towns, with coordinates on land even with an offset. */
export const sites = {
  ams: site('ams', 'Amsterdam, Netherlands', 52.3, 4.8),
  rot: site('rot', 'Rotterdam, Netherlands', 51.9225, 4.4792),
  ham: site('ham', 'Hamburg, Germany', 53.5657, 10.0336),
  ant: site('ant', 'Antwerp, Belgium', 51.2089, 4.4231),
  lyo: site('lyo', 'Lyon, France', 45.7485, 4.8467),
  mil: site('mil', 'Milan, Italy', 45.4642, 9.19),
  mad: site('mad', 'Madrid, Spain', 40.4168, -3.7038),
  waw: site('waw', 'Warsaw, Poland', 52.2297, 21.0122),
  vie: site('vie', 'Vienna, Austria', 48.2082, 16.3738),
  zrh: site('zrh', 'Zurich, Switzerland', 47.48, 8.42),
  omaha: site('oma', 'Omaha, United States', 41.2565, -96.0345),
  desMoines: site('dsm', 'Des Moines, United States', 41.5868, -93.625),
  winnipeg: site('ywg', 'Winnipeg, Canada', 49.8651, -97.1384),
  prague: site('prg', 'Prague, Czechia', 50.0755, 14.4378),
  berlin: site('ber', 'Berlin, Germany', 52.52, 13.405),
} satisfies Record<string, Site>

const codes: ReadonlySet<string> = new Set(Object.values(sites).map(({ code }) => code))

/** Whether a text is the code of one of these places. */
export const isPlaceCode = (text: string): boolean => codes.has(text)
