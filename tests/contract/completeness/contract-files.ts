import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const root = join(import.meta.dirname, '..', '..', '..', 'openapi')

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a text; throws on anything else. */
export function textIn(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is no text`)
  return value
}

/** Every file of the contract as written, by its path below openapi/. */
export const files: ReadonlyMap<string, JsonObject> = new Map(
  globSync('**/*.yaml', { cwd: root })
    .toSorted()
    .map((name) => {
      const read: unknown = parse(readFileSync(join(root, name), 'utf8'))
      return [name, read as JsonObject]
    }),
)

/** Resolves a `$ref` in a file. */
export function resolved(file: string, value: Json | undefined): { file: string; value: JsonObject } {
  if (!isObject(value)) throw new Error(`${file}: not an object`)
  const { $ref: ref } = value
  if (typeof ref !== 'string') return { file, value }
  const [path = '', pointer = ''] = ref.split('#')
  const target = path === '' ? file : relative(root, join(root, file, '..', path))
  let found: Json | undefined = files.get(target)
  for (const part of pointer.split('/').filter(Boolean)) found = isObject(found) ? found[part] : undefined
  return resolved(target, found)
}

export interface WrittenOperation {
  id: string
  file: string
  operation: JsonObject
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation with its own path, and the operations that every resource has. */
export const writtenOperations: readonly WrittenOperation[] = [...files]
  .filter(([name]) => name.includes('/paths/'))
  .flatMap(([file, items]) =>
    Object.values(items).flatMap((item) =>
      METHODS.flatMap((method) => {
        const operation = isObject(item) ? item[method] : undefined
        if (!isObject(operation)) return []
        return [{ id: textIn(operation['operationId']), file, operation }]
      }),
    ),
  )

/** The files of the data model, by resource. */
export const resourceFiles: ReadonlyMap<string, JsonObject> = new Map(
  [...files].flatMap(([name, schema]): [string, JsonObject][] =>
    name.startsWith('platform/schemas/') ? [[textIn(schema['x-resource']), schema]] : [],
  ),
)
