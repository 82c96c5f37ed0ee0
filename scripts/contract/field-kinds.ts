import { fieldType } from './model.ts'
import { isNullable } from './openapi-document.ts'
import type { ResourceSchema } from './openapi-document.ts'

/** How clients interpret a field, by the type of the model, besides `row` for a to-one relation. Other types need no conversion. */
const KINDS: Readonly<Record<string, string>> = {
  date: 'date',
  text: 'text',
  string: 'text',
  enum: 'text',
  integer: 'number',
  real: 'number',
  boolean: 'boolean',
}

/** The text of openapi/generated/field-kinds.ts. Omits a name that has different kinds in different resources. */
export function fieldKindsFile(resources: ReadonlyMap<string, ResourceSchema>): string {
  const kindsOf = new Map<string, Set<string>>()
  for (const { properties } of resources.values()) {
    for (const [name, property] of Object.entries(properties)) {
      const kind = property['x-to-one']
        ? 'row'
        : property['x-to-many']
          ? undefined
          : KINDS[fieldType(property)]
      const presence = kind === undefined ? 'other' : isNullable(property) ? kind : `required ${kind}`
      kindsOf.set(name, (kindsOf.get(name) ?? new Set()).add(presence))
    }
  }
  const namesBy = new Map<string, string[]>()
  for (const [name, kinds] of [...kindsOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [kind = '', ...others] = new Set([...kinds].map((one) => one.replace('required ', '')))
    if (kind === 'other' || others.length > 0) continue
    if (kind === 'row' && !kinds.has('required row')) continue
    const key =
      kind === 'row' || !kinds.has(`required ${kind}`)
        ? kind
        : kinds.size === 1
          ? `required ${kind}`
          : `mostly ${kind}`
    namesBy.set(key, [...(namesBy.get(key) ?? []), name])
  }
  const lines = [...namesBy]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, names]) => `  ${/ /.test(kind) ? `'${kind}'` : kind}:\n    '${names.join(' ')}',`)
  return [
    '/** Names of relations to one required row, and of fields by kind: `required` if never null, `mostly` if nullable in some resource. */',
    `export const fieldKinds = {\n${lines.join('\n')}\n} as const`,
    '',
  ].join('\n')
}
