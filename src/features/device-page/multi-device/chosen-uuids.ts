/** The devices in an address: `?uuids=a,b`, without duplicates and invalid UUIDs. */
export function chosenUuids(search: URLSearchParams, max: number): string[] {
  const named = (search.get('uuids') ?? '').split(',').filter((uuid) => /^[0-9a-f]{7,64}$/.test(uuid))
  return [...new Set(named)].slice(0, max)
}

/** The query with other devices. */
export function withUuids(search: URLSearchParams, uuids: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search)
  if (uuids.length === 0) next.delete('uuids')
  else next.set('uuids', uuids.join(','))
  return next
}
