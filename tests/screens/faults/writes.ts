import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourceNames } from '../../../openapi/generated/model.ts'
import { serviceOperations } from '../../../openapi/generated/operations.ts'

const SRC = join(import.meta.dirname, '../../../src')

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(SRC, path), 'utf8'))

const WRITE = /\.(post|patch|delete)\(\{\s*resource(?:: '(\w+)')?/g
const TEXT = /'([\w-]+)'/g

/** Rows of the data API that a source makes, changes or removes; where it is told of which resource, all that it names. */
function dataWrites(source: string): string[] {
  return [...source.matchAll(WRITE)].flatMap(([, method = '', resource]) => {
    const named = [...source.matchAll(TEXT)].flatMap(([, text = '']) => (text in resourceNames ? [text] : []))
    return (resource === undefined ? named : [resource]).map((each) => `${method.toUpperCase()} ${each}`)
  })
}

/** A version may be a parameter in the sources. */
const unversioned = (path: string) => path.replaceAll(/(?<=^|\/)v\d/g, 'v')

/** The literal parts of a source's texts: paths are put together from them, and may end in a stroke. */
const partsOf = (source: string): string[] =>
  [...source.matchAll(/'([^'\n]*)'|`([^`]*)`/g)]
    .flatMap(([, text, template]) => (text ?? template ?? '').split(/\$\{[^{}]*\}|\?.*$/))
    .map((part) => unversioned(part).replace(/(?<=\w)\/$/, ''))
    .flatMap((part) => [part, `${part}/`])
    .filter((part) => /\w{2}|^\/v$/.test(part))

/** Whether a path is a row of such parts, with anything for its parameters. */
function isMadeOf(path: string, parts: readonly string[]): boolean {
  const wanted = unversioned(path).split(/\{\w+\}/)
  const isRow = (text: string): boolean =>
    text === '' ||
    text === '/' ||
    parts.some((part) => text.startsWith(part) && isRow(text.slice(part.length))) ||
    (text.startsWith('/') && parts.some((part) => part === text.slice(1)))
  return wanted.every(isRow)
}

/** A path below what is asked of a device's supervisor, or of an organization's bill. */
const serviceWrites = (): string[] => {
  const inApi = sources.filter((source) => /method|post\(|send\(|call\(|run</.test(source)).map(partsOf)
  return serviceOperations
    .filter(({ method, path }) => method !== 'GET' && inApi.some((parts) => isMadeOf(path, parts)))
    .map(({ id }) => id)
}

/** Every write that the sources make: rows by method and resource, calls by their operation in the contract. */
export const writesOfSources = (): string[] =>
  [...new Set([...sources.flatMap(dataWrites), ...serviceWrites()])].toSorted()
