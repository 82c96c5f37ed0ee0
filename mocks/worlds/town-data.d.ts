/** The package's data, typed here so that the compiler need not infer the type of two megabytes. */
declare module 'city-timezones/data/cityMap.json' {
  const towns: readonly {
    city: string
    city_ascii: string
    lat: number
    lng: number
    pop: number
    country: string
    iso2: string
    province?: string
  }[]
  export default towns
}
