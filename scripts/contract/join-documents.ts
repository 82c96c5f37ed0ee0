import { isDeepStrictEqual } from 'node:util'
import { methods } from './openapi-document.ts'
import type { Contract } from './openapi-document.ts'

/** Adds `more` to `all`. Throws if a name has two different definitions. */
function add<T>(all: Record<string, T>, more: Record<string, T>, what: string): void {
  for (const [name, one] of Object.entries(more)) {
    if (name in all && !isDeepStrictEqual(all[name], one)) {
      throw new Error(`Two entries of openapi/ mean different things by the ${what} ${name}`)
    }
    all[name] = one
  }
}

const operationIds = ({ paths }: Contract): string[] =>
  Object.values(paths).flatMap((item) => methods.flatMap((method) => item[method]?.operationId ?? []))

/**
 * Joins documents: the first one, with the paths and components of the others.
 *
 * @throws Error if a path, component or operation id has two different definitions
 */
export function joinDocuments([first, ...others]: readonly Contract[]): Contract {
  if (first === undefined) throw new Error('A contract needs an entry')
  const paths = { ...first.paths }
  const components: Record<string, Record<string, unknown>> = structuredClone({ ...first.components })
  const ids = new Set(operationIds(first))
  for (const other of others) {
    for (const id of operationIds(other)) {
      if (ids.has(id)) throw new Error(`Two operations are called ${id}`)
      ids.add(id)
    }
    add(paths, other.paths, 'path')
    for (const [kind, more] of Object.entries(other.components)) {
      add((components[kind] ??= {}), more, `component ${kind}/`)
    }
  }
  return { ...first, paths, components: { ...first.components, ...components } }
}
