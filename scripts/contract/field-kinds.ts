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

/** Where rows of a resource are in responses: under its own name, and under the relations that lead to it. */
function placesOf(resources: ReadonlyMap<string, ResourceSchema>, resource: string): string[] {
  const leading = [...resources.values()].flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, property]) =>
      (property['x-to-one'] ?? property['x-to-many']?.resource) === resource
        ? [name, ...(property['x-synonyms'] ?? [])]
        : [],
    ),
  )
  return [...new Set([resource, ...leading])].toSorted()
}

/** A text for each kind or field: names, separated by spaces. */
const record = (name: string, entries: ReadonlyMap<string, readonly string[]>) =>
  `export const ${name} = {\n${[...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, names]) => `  ${/ /.test(key) ? `'${key}'` : key}:\n    '${names.join(' ')}',`)
    .join('\n')}\n} as const`

/** The text of openapi/generated/field-kinds.ts. Omits a name that has different kinds in different resources. */
export function fieldKindsFile(resources: ReadonlyMap<string, ResourceSchema>): string {
  const kindsOf = new Map<string, Set<string>>()
  const nullableIn = new Map<string, string[]>()
  for (const schema of resources.values()) {
    for (const [name, property] of Object.entries(schema.properties)) {
      const kind = property['x-to-one']
        ? 'row'
        : property['x-to-many']
          ? undefined
          : KINDS[fieldType(property)]
      const isRequired = kind !== undefined && !isNullable(property)
      const presence = kind === undefined ? 'other' : isRequired ? `required ${kind}` : kind
      kindsOf.set(name, (kindsOf.get(name) ?? new Set()).add(presence))
      if (!isRequired) nullableIn.set(name, [...(nullableIn.get(name) ?? []), schema['x-resource']])
    }
  }
  const namesBy = new Map<string, string[]>()
  const exceptions = new Map<string, string[]>()
  for (const [name, kinds] of [...kindsOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [kind = '', ...others] = new Set([...kinds].map((one) => one.replace('required ', '')))
    if (kind === 'other' || others.length > 0) continue
    const isRequired = kinds.has(`required ${kind}`)
    if (kind === 'row' && !isRequired) continue
    const key = isRequired && kind !== 'row' ? `required ${kind}` : kind
    namesBy.set(key, [...(namesBy.get(key) ?? []), name])
    const some = isRequired ? (nullableIn.get(name) ?? []) : []
    if (some.length > 0) exceptions.set(name, [...new Set(some.flatMap((one) => placesOf(resources, one)))])
  }
  return [
    '/** Names of relations to one required row, and of fields by kind; `required` if they are never null. */',
    record('fieldKinds', namesBy),
    '',
    '/** For names that are required in most resources: the resources, and the relations to them, where they can be null. */',
    record('nullableIn', exceptions),
    '',
  ].join('\n')
}
