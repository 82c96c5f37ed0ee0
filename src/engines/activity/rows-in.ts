// Which rows a request to the data API addresses, by its key or its filter.

/** The `$filter` of a request. */
export function requestFilter(path: string): string {
  const { searchParams } = new URL(path, 'https://platform.invalid')
  return searchParams.get('$filter') ?? ''
}

export const isId = (id: unknown): id is number =>
  typeof id === 'number' && Number.isSafeInteger(id) && id > 0

/** The ids that the path or its filter specifies for a field. */
export function idsIn(path: string, field: string): number[] {
  const one = field === 'id' ? /^[^(?]*\((\d+)\)/.exec(path)?.[1] : undefined
  if (one !== undefined) return [Number(one)]
  const filter = requestFilter(path)
  const list =
    new RegExp(`\\b${field} in \\(([\\d,\\s()]+)\\)`).exec(filter)?.[1] ??
    new RegExp(`\\b${field} eq (\\d+)`).exec(filter)?.[1] ??
    ''
  return (list.match(/\d+/g) ?? []).map(Number).filter(isId)
}

/** The text that the filter specifies for a field. */
export function textIn(path: string, field: string): string | undefined {
  return new RegExp(`\\b${field} eq '((?:[^']|'')*)'`).exec(requestFilter(path))?.[1]?.replaceAll("''", "'")
}
