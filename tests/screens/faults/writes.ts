import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourceNames } from '../../../openapi/generated/model.ts'
import { serviceOperations } from '../../../openapi/generated/operations.ts'

const SRC = join(import.meta.dirname, '../../../src')

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(SRC, path), 'utf8'))

const WRITE = /\.(post|patch|delete)\(\{\s*resource(?:: '(\w+)')?/g
/** One that is sent as a value, or shown: what is shown is done somewhere too. */
const VALUE = /dataRequest\('(post|patch|delete)',\s*\{\s*resource(?:: '(\w+)')?/g
/** A dialog that deletes the rows it names. */
const REMOVAL = /<(RemovalDialog)\s+rows=\{\{\s*resource(?:: '(\w+)')?/g
/** Rows that such a dialog is given. */
const ROWS = /(RowsOf) => \(\{\s*resource: '(\w+)'/g
const TEXT = /'([\w-]+)'/g

/** Rows of the data API that a source makes, changes or removes; where it is told of which resource, all that it names. */
function dataWrites(source: string): string[] {
  const found = [WRITE, VALUE, REMOVAL, ROWS].flatMap((form) => [...source.matchAll(form)])
  return found.flatMap(([, by = '', resource]) => {
    const method = by === 'RemovalDialog' || by === 'RowsOf' ? 'DELETE' : by.toUpperCase()
    const named = [...source.matchAll(TEXT)].flatMap(([, text = '']) => (text in resourceNames ? [text] : []))
    return (resource === undefined ? named : [resource]).map((each) => `${method} ${each}`)
  })
}

const CALL = /'(post|patch|delete)',\s*['`](\/[^'`]*)['`]/g

/** Whether a part of a path is that of an operation; what a template puts in may be any. */
const isPart = (part: string, of: string | undefined) =>
  part.startsWith('${') ? /^\w+(?:-\w+)*$/.test(of ?? '') : part === of

/** Service operations that a source calls by method and path, as the typed client wants them. */
function serviceWrites(source: string): string[] {
  return [...source.matchAll(CALL)].flatMap(([, method = '', path = '']) => {
    const parts = path.split('/')
    return serviceOperations
      .filter((each) => each.method === method.toUpperCase() && each.path.split('/').length === parts.length)
      .filter((each) => parts.every((part, at) => isPart(part, each.path.split('/')[at])))
      .map(({ id }) => id)
  })
}

/** Every write that the sources make: rows by method and resource, service calls by their operation in the contract. */
export const writesOfSources = (): string[] =>
  [...new Set([...sources.flatMap(dataWrites), ...sources.flatMap(serviceWrites)])].toSorted()
