import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { customPlace, geoPlace, type Located } from '@/domain/device/device-place.ts'
import { locationText } from '@/messages/device-page/device-settings.ts'
import { MAX_DEGREES, type Place } from '@/ui/map/place.ts'

export type LocationMode = 'geo' | 'manual'

/** State of the form, as typed. */
export interface LocationDraft {
  mode: LocationMode
  latitude: string
  longitude: string
}

/** Initial state of the form. */
export function locationDraft(device: Located): LocationDraft {
  const custom = customPlace(device)
  if (custom === null) return { mode: 'geo', latitude: '', longitude: '' }
  return { mode: 'manual', latitude: String(custom.latitude), longitude: String(custom.longitude) }
}

/** The state for a location selected on the map or found by address. */
export const manualAt = ({ latitude, longitude }: Place): LocationDraft => ({
  mode: 'manual',
  latitude: String(latitude),
  longitude: String(longitude),
})

export type Coordinate = 'latitude' | 'longitude'

/** The problem of a typed coordinate; decimals are allowed (docs/decisions/product-rules.md, 22). */
export function degreesProblem(of: Coordinate, typed: string): 'missing' | 'wrong' | undefined {
  if (typed.trim() === '') return 'missing'
  const degrees = Number(typed)
  return Number.isFinite(degrees) && Math.abs(degrees) <= MAX_DEGREES[of] ? undefined : 'wrong'
}

/** The location of a form state; null if it has none. */
export function draftedPlace(draft: LocationDraft, device: Located): Place | null {
  if (draft.mode === 'geo') return geoPlace(device)
  const problems = [degreesProblem('latitude', draft.latitude), degreesProblem('longitude', draft.longitude)]
  if (problems.some((problem) => problem !== undefined)) return null
  return { latitude: Number(draft.latitude), longitude: Number(draft.longitude) }
}

function isUnchanged(draft: LocationDraft, device: Located): boolean {
  const custom = customPlace(device)
  if (draft.mode === 'geo' || custom === null) return draft.mode === 'geo' && custom === null
  const place = draftedPlace(draft, device)
  return place?.latitude === custom.latitude && place.longitude === custom.longitude
}

/** The reason why a form state cannot be saved; undefined if it can. */
export function whyNotSave(draft: LocationDraft, device: Located, role: Role): string | undefined {
  const notAllowed = whyNotAllowed(role, 'resin.device.update')
  if (notAllowed !== undefined) return notAllowed
  if (isUnchanged(draft, device)) return locationText.unchanged
  if (draft.mode === 'geo') return undefined
  const coordinates = ['latitude', 'longitude'] as const
  if (coordinates.some((of) => degreesProblem(of, draft[of]) === 'missing')) return locationText.missing
  const wrong = coordinates.find((of) => degreesProblem(of, draft[of]) === 'wrong')
  return wrong === undefined ? undefined : locationText.wrong(MAX_DEGREES[wrong])
}
