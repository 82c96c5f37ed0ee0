/** The devices that an address names: `?uuids=a,b`. Each once; what is no UUID is left out. */
export function chosenUuids(search: URLSearchParams, most: number): string[] {
  const named = (search.get('uuids') ?? '').split(',').filter((uuid) => /^[0-9a-f]{7,64}$/.test(uuid))
  return [...new Set(named)].slice(0, most)
}

/** The address with these devices instead. */
export function withUuids(search: URLSearchParams, uuids: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search)
  if (uuids.length === 0) next.delete('uuids')
  else next.set('uuids', uuids.join(','))
  return next
}
