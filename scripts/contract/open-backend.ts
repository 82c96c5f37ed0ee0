import { methods, sortedEntries } from './openapi-document.ts'
import type { Contract, ResourceSchema } from './openapi-document.ts'

const namesOf = (name: string, resource: ResourceSchema) => [name, resource['x-canonical'] ?? []].flat()

/**
 * Names of fields and relations that queries must not use on the open-source backend. Queries are filtered by name only, so a name
 * that only some resources lack there is excluded and must not be requested at all.
 */
function lackingNames(resources: ReadonlyMap<string, ResourceSchema>): string[] {
  const lacking = new Set<string>()
  const present = new Set<string>()
  for (const resource of resources.values()) {
    if (!resource['x-open-backend']) continue
    for (const [name, property] of Object.entries(resource.properties)) {
      const target = property['x-to-many']?.resource ?? property['x-to-one']
      const isThere =
        property['x-cloud-only'] !== true &&
        (target === undefined || resources.get(target)?.['x-open-backend'] !== false)
      for (const one of [name, ...(property['x-synonyms'] ?? [])]) (isThere ? present : lacking).add(one)
    }
  }
  return [...lacking].filter((name) => !present.has(name)).toSorted()
}

const list = (names: readonly string[]) => `[\n${names.map((name) => `  '${name}',`).join('\n')}\n]`

/** The text of openapi/generated/open-backend.ts: what the open-source backend lacks, according to the contract. */
export function openBackendFile({ paths }: Contract, resources: ReadonlyMap<string, ResourceSchema>): string {
  const lackingResources = sortedEntries(Object.fromEntries(resources)).filter(
    ([, resource]) => !resource['x-open-backend'],
  )
  const lackingOperations = Object.values(paths).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation?.['x-open-backend'] !== false || operation.tags.includes('data')) return []
      return [operation.operationId]
    }),
  )
  return [
    '/** Missing fields and relations: a query or write that contains one fails. */',
    `export const lackingNames = ${list(lackingNames(resources))} as const`,
    '',
    '/** Missing resources, by all their names in paths. */',
    `export const lackingResources = ${list(lackingResources.flatMap(([name, one]) => namesOf(name, one)))} as const`,
    '',
    '/** Missing operations outside the data API. */',
    `export const lackingOperations = ${list(lackingOperations)} as const`,
    '',
  ].join('\n')
}
