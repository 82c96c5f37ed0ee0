/** Moves an entry to the end, and evicts the oldest when there are too many. */
export function lruPut<V>(map: Map<string, V>, key: string, value: V, limit: number): V {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > limit && oldest !== undefined) map.delete(oldest)
  return value
}
