import { afterEach, expect, test, vi } from 'vitest'
import { findPlaces } from './geocoder.ts'

afterEach(() => vi.unstubAllGlobals())

/** Mocks the geocoder with this response; returns the requested URLs. */
function answering(body: unknown, status = 200): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  })
  return asked
}

test('queries an address in the format of Nominatim, and returns only valid places [OPS-026]', async () => {
  const row = { display_name: 'Coolsingel, Rotterdam', lat: '51.9', lon: '4.48' }
  const asked = answering([
    row,
    { ...row, lat: '91' },
    { ...row, lon: 'east' },
    { ...row, lat: '' },
    { ...row, display_name: 7 },
    null,
    ...Array.from({ length: 9 }, () => row),
  ])
  const found = await findPlaces('https://places.example/search', 'Coolsingel 1 & co')
  expect(asked).toEqual(['https://places.example/search?q=Coolsingel+1+%26+co&format=json&limit=5'])
  expect(found).toHaveLength(5)
  expect(found[0]).toEqual({ name: 'Coolsingel, Rotterdam', latitude: 51.9, longitude: 4.48 })
})

test.each([
  ['<html>', 200, 'something that cannot be read'],
  [{ error: 'busy' }, 200, 'something that cannot be read'],
  ['', 503, /./],
])('rejects a response of %j with status %i', async (body, status, message) => {
  answering(body, status)
  await expect(findPlaces('https://places.example', 'here')).rejects.toThrow(message)
})
