import { HttpError } from '../base/http-error.ts'

/** An operation of a contract. */
interface Operation<Id extends string> {
  readonly id: Id
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
}

export interface FoundOperation<Id extends string> {
  id: Id
  /** The decoded parameters of the path. Throws 400 on an invalid encoding. */
  params(): Readonly<Record<string, string>>
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new HttpError(400)
  }
}

function routeOf<Id extends string>({ id, method, path }: Operation<Id>) {
  const names: string[] = []
  const escaped = path.replaceAll(/[().]/g, String.raw`\$&`)
  const pattern = escaped.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  return { id, method, names, pattern: new RegExp(`^${pattern}/?$`) }
}

/** Finds the operation of a contract by method and path; undefined when there is none. */
export function createRoutes<Id extends string>(
  operations: readonly Operation<Id>[],
  acceptsAnyMethod: (id: Id) => boolean = () => false,
): (method: string, path: string) => FoundOperation<Id> | undefined {
  const routes = operations.map(routeOf)
  return (requested, path) => {
    for (const { id, method, names, pattern } of routes) {
      if (method !== requested && !acceptsAnyMethod(id)) continue
      const match = pattern.exec(path)
      if (match === null) continue
      const params = () => Object.fromEntries(names.map((name, at) => [name, decoded(match[at + 1] ?? '')]))
      return { id, params }
    }
    return undefined
  }
}
