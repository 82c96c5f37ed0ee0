import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'

/** Who imports each file, of types too: paths from the root. */
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
/** How the words of a path begin, without its top folder: `device`, `devices` and `device-list` are alike. */
const words = (path: string) =>
  new Set(
    path
      .replace(/^[a-z]+\//, '')
      .replace(/(\.test)?\.tsx?$/, '')
      .split(/[^a-zA-Z]+/)
      .map((word) => word.toLowerCase().slice(0, 5)),
  )
/** All tests of the contract open a whole cloud: how many steps away a file of it is says little. */
const CONTRACT_AWAY = 3

/** Parts of the dashboard that have a folder of screens of their own: `src/features/NAME`, or `src/NAME`. */
const areaOf = (path: string) => /^src\/(?:features\/)?([^/]+)\//.exec(path)?.[1]

/**
 * The tests that are the likeliest to notice a change of a file, the likeliest first: those that import it by the fewest
 * steps, and those of the screens that show it; each word that both names have counts as a step less.
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
