import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'

/** The files that import each file, including type imports: paths from the root. */
export type Importers = ReadonlyMap<string, readonly string[]>

export function importersOf(root: string, paths: readonly string[]): Importers {
  const known = new Set(paths)
  const importers = new Map<string, string[]>()
  for (const path of paths) {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, path), 'utf8'), true, true)
    for (const { fileName } of importedFiles) {
      const target = fileName.startsWith('@/')
        ? `src/${fileName.slice(2)}`
        : posix.normalize(posix.join(dirname(path), fileName))
      if (!known.has(target)) continue
      const list = importers.get(target)
      if (list) list.push(path)
      else importers.set(target, [path])
    }
  }
  return importers
}

const IS_TEST = /\.test\.tsx?$/
/** The stems of the words in a path, without its top folder: `device`, `devices` and `device-list` match. */
const words = (path: string) =>
  new Set(
    path
      .replace(/^[a-z]+\//, '')
      .replace(/(\.test)?\.tsx?$/, '')
      .split(/[^a-zA-Z]+/)
      .map((word) => word.toLowerCase().slice(0, 5)),
  )
/** All contract tests open a whole cloud, so their import distance says little. */
const CONTRACT_AWAY = 3

/** Tests beside a file are about its subject, however they come by it. */
const FOLDER_AWAY = 1

/** The area of a file with screen tests of its own: `src/features/NAME`, or `src/NAME`. */
const areaOf = (path: string) => /^src\/(?:features\/)?([^/]+)\//.exec(path)?.[1]

/**
 * The tests most likely to detect a change to a file, the most likely first: those with the shortest import path to it, those beside
 * it, and screen tests of its area. Each word that both names share counts as one step less.
 */
export function nearestTests(path: string, importers: Importers, screens: readonly string[]): string[] {
  const steps = new Map([[path, 0]])
  const areas = new Map<string, number>()
  for (const [at, away] of steps) {
    const area = areaOf(at)
    if (area !== undefined && !areas.has(area)) areas.set(area, away)
    for (const importer of importers.get(at) ?? []) if (!steps.has(importer)) steps.set(importer, away + 1)
  }
  const away = (test: string) => {
    const area = /^tests\/screens\/([^/]+)\//.exec(test)?.[1]
    const imported = steps.get(test) ?? Infinity
    if (dirname(test) === dirname(path)) return Math.min(imported, FOLDER_AWAY)
    if (test.startsWith('tests/contract/'))
      return imported === Infinity ? imported : Math.min(imported, CONTRACT_AWAY)
    if (area === undefined) return imported
    return 1 + Math.min(areas.get(area) ?? Infinity, imported)
  }
  const own = words(path)
  const alike = new Map<string, number>()
  const far = (test: string) => away(test) - (alike.get(test) ?? 0)
  const tests = new Set([...steps.keys()].filter((test) => IS_TEST.test(test)))
  for (const test of screens) tests.add(test)
  for (const test of tests) alike.set(test, [...words(test)].filter((word) => own.has(word)).length)
  return [...tests]
    .filter((test) => Number.isFinite(away(test)))
    .toSorted((a, b) => far(a) - far(b) || (a < b ? -1 : 1))
}
