import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourceNames } from '../../../openapi/generated/model.ts'
import { serviceOperations } from '../../../openapi/generated/operations.ts'

const SRC = join(import.meta.dirname, '../../../src')

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(SRC, path), 'utf8'))

const WRITE = /\.(post|patch|delete)\(\{\s*resource(?:: '(\w+)')?/g
/** A request as a value, sent or displayed: a displayed one is also sent somewhere. */
const VALUE = /dataRequest\('(post|patch|delete)',\s*\{\s*resource(?:: '(\w+)')?/g
/** A dialog that deletes rows. */
const REMOVAL = /<(RemovalDialog)\s+rows=\{\{\s*resource(?:: '(\w+)')?/g
/** Rows that such a dialog is given. */
const ROWS = /(RowsOf) => \(\{\s*resource: '(\w+)'/g
const TEXT = /'([\w-]+)'/g

/** The data API writes in a source file; if the resource is passed in, all resources that the file mentions. */
function dataWrites(source: string): string[] {
  const found = [WRITE, VALUE, REMOVAL, ROWS].flatMap((form) => [...source.matchAll(form)])
  return found.flatMap(([, by = '', resource]) => {
    const method = by === 'RemovalDialog' || by === 'RowsOf' ? 'DELETE' : by.toUpperCase()
    const named = [...source.matchAll(TEXT)].flatMap(([, text = '']) => (text in resourceNames ? [text] : []))
    return (resource === undefined ? named : [resource]).map((each) => `${method} ${each}`)
  })
}

const CALL = /'(post|patch|delete)',\s*['`](\/[^'`]*)['`]/g

/** Whether a path segment matches that of an operation; an interpolation matches anything. */
const isPart = (part: string, of: string | undefined) =>
  part.startsWith('${') ? /^\w+(?:-\w+)*$/.test(of ?? '') : part === of

/** The service operations that a source file calls by method and path. */
function serviceWrites(source: string): string[] {
  return [...source.matchAll(CALL)].flatMap(([, method = '', path = '']) => {
    const parts = path.split('/')
    return serviceOperations
      .filter((each) => each.method === method.toUpperCase() && each.path.split('/').length === parts.length)
      .filter((each) => parts.every((part, at) => isPart(part, each.path.split('/')[at])))
      .map(({ id }) => id)
  })
}

/** All writes in the sources: rows by method and resource, service calls by their operation in the contract. */
export const writesOfSources = (): string[] =>
  [...new Set([...sources.flatMap(dataWrites), ...sources.flatMap(serviceWrites)])].toSorted()
