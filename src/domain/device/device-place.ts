/** Coordinates in degrees. */
export interface DevicePlace {
  latitude: number
  longitude: number
}

/** The location fields of a device. */
export interface Located {
  latitude: string | null
  longitude: string | null
  custom_latitude: string | null
  custom_longitude: string | null
}

function placeFrom(latitude: string | null, longitude: string | null): DevicePlace | null {
  if (!latitude || !longitude) return null
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  return Number.isFinite(place.latitude) && Number.isFinite(place.longitude) ? place : null
}

/** The location derived from the public IP address. */
export const geoPlace = ({ latitude, longitude }: Located) => placeFrom(latitude, longitude)

/** The custom location. */
export const customPlace = (device: Located) => placeFrom(device.custom_latitude, device.custom_longitude)

/** The location on maps: the custom one if set, else the derived one (docs/decisions/product-rules.md, 22). */
export const shownPlace = (device: Located) => customPlace(device) ?? geoPlace(device)
