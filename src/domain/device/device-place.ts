/** A place in degrees. */
export interface DevicePlace {
  latitude: number
  longitude: number
}

/** The fields of a device that say where it is. */
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

/** Where the platform thinks the device is, from its public address. */
export const geoPlace = ({ latitude, longitude }: Located) => placeFrom(latitude, longitude)

/** Where somebody has said that the device is. */
export const customPlace = (device: Located) => placeFrom(device.custom_latitude, device.custom_longitude)

/** Where maps show it: the custom place when there is one, else the device's own (docs/decisions/product-rules.md, 22). */
export const shownPlace = (device: Located) => customPlace(device) ?? geoPlace(device)
