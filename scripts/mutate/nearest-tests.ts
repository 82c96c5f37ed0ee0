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
const words = (path: string) => new Set(path.replace(/\.test\.tsx?$/, '').split(/[^a-zA-Z]+/))

/** Parts of the dashboard that have a folder of screens of their own: `src/features/NAME`, or `src/NAME`. */
const areaOf = (path: string) => /^src\/(?:features\/)?([^/]+)\//.exec(path)?.[1]

/**
 * The tests that are the likeliest to notice a change of a file, the likeliest first: those that import it by the fewest
 * steps, and those of the screens that show it. Where as many steps lead to several, names that are alike come first.
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
    if (area === undefined) return steps.get(test) ?? Infinity
    return Math.min(1 + (areas.get(area) ?? Infinity), 1 + (steps.get(test) ?? Infinity))
  }
  const own = words(path)
  const alike = (test: string) => [...words(test)].filter((word) => own.has(word)).length
  const tests = new Set([...steps.keys()].filter((test) => IS_TEST.test(test)))
  for (const test of screens) tests.add(test)
  return [...tests]
    .filter((test) => Number.isFinite(away(test)))
    .toSorted((a, b) => away(a) - away(b) || alike(b) - alike(a) || (a < b ? -1 : 1))
}
