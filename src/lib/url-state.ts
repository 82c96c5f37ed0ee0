/** The value if allowed, else the default: URLs are typed and shared by hand. */
export function choiceIn<const Value extends string>(
  params: URLSearchParams,
  key: string,
  allowed: readonly Value[],
  usual: Value,
): Value {
  const given = params.get(key)
  return allowed.find((value) => value === given) ?? usual
}

/** A positive page number; 1 for anything else. */
export function pageIn(params: URLSearchParams, key = 'page'): number {
  const page = Number(params.get(key) ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

export type Direction = 'asc' | 'desc'

export interface Sort<Field extends string> {
  field: Field
  direction: Direction
}

/** `sort=name:asc`. The default direction is ascending; unknown fields give the default order. */
export function sortIn<const Field extends string>(
  params: URLSearchParams,
  fields: readonly Field[],
  usual: Sort<Field>,
): Sort<Field> {
  const [name, direction] = (params.get('sort') ?? '').split(':')
  const field = fields.find((each) => each === name)
  return field === undefined ? usual : { field, direction: direction === 'desc' ? 'desc' : 'asc' }
}

/** `name:asc`; undefined for the default order, which is omitted from the URL. */
export function sortText<Field extends string>(sort: Sort<Field>, usual: Sort<Field>): string | undefined {
  if (sort.field === usual.field && sort.direction === usual.direction) return undefined
  return `${sort.field}:${sort.direction}`
}

/** The search parameters with some changed; undefined and empty values are removed. */
export function withParams(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}
