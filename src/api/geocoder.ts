import { answerText } from '@/messages/common/answers.ts'
import { ApiError, errorFromResponse } from './errors.ts'
import { requestThirdParty } from './third-party.ts'

const TIMEOUT_MS = 10_000
const MAX_FOUND = 5
const WHO = answerText.sites.addressSearch

/** A place found for an address. */
export interface FoundPlace {
  name: string
  latitude: number
  longitude: number
}

/** Looks up an address with a Nominatim-compatible geocoder, best matches first. Throws `ApiError`. */
export async function findPlaces(url: string, address: string, signal?: AbortSignal): Promise<FoundPlace[]> {
  const query = new URLSearchParams({ q: address, format: 'json', limit: String(MAX_FOUND) })
  const response = await requestThirdParty(`${url}?${query}`, { who: WHO, signal, timeoutMs: TIMEOUT_MS })
  if (!response.ok) throw await errorFromResponse(response)
  const found: unknown = await response.json().catch(() => null)
  if (!Array.isArray(found)) throw new ApiError('server', answerText.unreadableOf(WHO))
  return found.flatMap(placeOf).slice(0, MAX_FOUND)
}

/** Coordinates are strings. Invalid places are skipped. */
function placeOf(row: unknown): FoundPlace[] {
  if (typeof row !== 'object' || row === null) return []
  const { display_name: name, lat, lon } = row as Record<string, unknown>
  if (typeof name !== 'string' || !isDegrees(lat, 90) || !isDegrees(lon, 180)) return []
  return [{ name, latitude: Number(lat), longitude: Number(lon) }]
}

const isDegrees = (value: unknown, most: number) =>
  (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) &&
  Math.abs(Number(value)) <= most
