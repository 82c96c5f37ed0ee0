import { parseAst } from 'vite'
import type { SyntaxNode } from './late-bindings.ts'

/** A static import of another script: its place in the code and its names. */
export interface Link {
  /** The imported file. */
  from: string
  start: number
  end: number
  /** The name of `import * as name`. */
  all?: string
  names: { imported: string; local: string }[]
  /** Names that are exported again: `export { … } from`. */
  again: { imported: string; exported: string }[]
}

export interface Links {
  imports: Link[]
  exports: { local: string; exported: string }[]
}

export interface LinkPlan {
  links: ReadonlyMap<string, Links>
  /** The scripts whose exports others read. */
  parts: ReadonlySet<string>
  /** Those of them that a page loads lazily. */
  late: readonly string[]
  /** Which of `late` have to run before a lazily loaded script, in this order. */
  runFirst: ReadonlyMap<string, readonly string[]>
  /** Whether a script reads the exports of another one instead of importing it by its name. */
  isRead: (importer: string, imported: string) => boolean
  /** All scripts, each after those whose names it will contain. */
  order: readonly string[]
}

/** A script that renames more when it changes becomes one that others read, if that helps. */
const MOST_RENAMED = 8

type Named = { name?: unknown; value?: unknown }
const textOf = (name: unknown) => String((name as Named).name ?? (name as Named).value)

/** The static imports and the exports of a script, as the bundler writes them. */
export function linksOf(file: string, code: string, known: ReadonlyMap<string, unknown>): Links {
  const links: Links = { imports: [], exports: [] }
  for (const node of parseAst(code).body as unknown as SyntaxNode[]) {
    const source = node['source'] as { value: string } | null | undefined
    const from = source && `assets/${source.value.replace(/^\.\//, '')}`
    const specifiers = (node['specifiers'] ?? []) as SyntaxNode[]
    const place = { start: Number(node['start']), end: Number(node['end']) }
    if (node.type === 'ImportDeclaration' && from && known.has(from)) {
      const whole = specifiers.find((each) => each.type === 'ImportNamespaceSpecifier')
      const names = specifiers
        .filter((each) => each !== whole)
        .map((each) => ({
          imported: each.type === 'ImportDefaultSpecifier' ? 'default' : textOf(each['imported']),
          local: textOf(each['local']),
        }))
      links.imports.push({ from, ...place, ...(whole && { all: textOf(whole['local']) }), names, again: [] })
    } else if (node.type === 'ExportNamedDeclaration' && node['declaration'] === null) {
      const pairs = specifiers.map((each) => ({
        local: textOf(each['local']),
        exported: textOf(each['exported']),
      }))
      if (from === null || from === undefined) links.exports.push(...pairs)
      else {
        const again = pairs.map(({ local, exported }) => ({ imported: local, exported }))
        links.imports.push({ from, ...place, names: [], again })
      }
    } else if (node.type.startsWith('Export'))
      throw new Error(`${file} exports in a form that scripts/script-links.ts does not know: ${node.type}`)
  }
  return links
}

interface Input {
  links: ReadonlyMap<string, Links>
  /** The scripts whose names with hashes each script contains, those of its static imports among them. */
  contained: ReadonlyMap<string, readonly string[]>
  /** The scripts that each script can load lazily. */
  lazily: ReadonlyMap<string, readonly string[]>
  /** The first scripts of the page. */
  entries: readonly string[]
  /** The first script of each worker. */
  workers: readonly string[]
}

/** A page or a worker: what runs in it, and what of it has run before all that is loaded lazily. */
interface Place {
  all: ReadonlySet<string>
  atStart: ReadonlySet<string>
  isPage: boolean
}

/** The files that are reached from the roots, which are part of them. */
export function closure(roots: readonly string[], next: (file: string) => readonly string[]): Set<string> {
  const found = new Set(roots)
  // The loop also visits what is added while it runs.
  for (const file of found) for (const each of next(file)) found.add(each)
  return found
}

/**
 * Chooses the scripts that others read from `flotillaParts` instead of importing them by name, until a change of any script renames
 * few others. In a page any script can be one of them; in a worker only those that its first script imports, because a worker has
 * no table of what has to run first.
 */
export function planLinks({ links, contained, lazily, entries, workers }: Input): LinkPlan {
  const files = [...links.keys()].toSorted()
  const imported = (file: string) => [...new Set(links.get(file)?.imports.map(({ from }) => from))]
  const all = (file: string) => [...imported(file), ...(lazily.get(file) ?? [])]
  const placeOf = (roots: readonly string[], isPage: boolean): Place => ({
    all: closure(roots, all),
    atStart: closure(roots, imported),
    isPage,
  })
  const places = [placeOf(entries, true), ...workers.map((file) => placeOf([file], false))]
  const parts = new Set<string>()
  const mayRead = (importer: string, from: string) => {
    const [place, other] = places.filter((each) => each.all.has(importer) || each.all.has(from))
    if (place === undefined || other !== undefined || place.atStart.has(importer)) return false
    return place.isPage || place.atStart.has(from)
  }
  const isRead = (importer: string, from: string) => parts.has(from) && mayRead(importer, from)
  const containedNow = (file: string) =>
    (contained.get(file) ?? []).filter(
      (each) => each !== file && !(imported(file).includes(each) && isRead(file, each)),
    )

  const worst = () => {
    const containers = new Map<string, string[]>()
    for (const file of files)
      for (const each of containedNow(file)) containers.set(each, [...(containers.get(each) ?? []), file])
    const counted = files
      .filter(
        (file) =>
          !parts.has(file) && files.some((each) => imported(each).includes(file) && mayRead(each, file)),
      )
      .map((file) => ({ file, renamed: closure([file], (each) => containers.get(each) ?? []).size }))
    return counted.toSorted((one, other) => other.renamed - one.renamed)[0]
  }
  for (const { atStart, isPage } of places) {
    if (isPage) continue
    for (const file of atStart)
      if (files.some((each) => imported(each).includes(file) && mayRead(each, file))) parts.add(file)
  }
  for (let most = worst(); most !== undefined && most.renamed > MOST_RENAMED; most = worst())
    parts.add(most.file)

  const byImports = inOrder(files, imported)
  const [page] = places
  const late = byImports.filter(
    (file) => parts.has(file) && page?.all.has(file) === true && !page.atStart.has(file),
  )
  const runFirst = new Map(
    files.map((file) => {
      const reached = closure([file], imported)
      return [file, late.filter((each) => each !== file && reached.has(each))]
    }),
  )
  return { links, parts, late, runFirst, isRead, order: inOrder(files, containedNow) }
}

/** All files, each after those that `before` returns. */
function inOrder(files: readonly string[], before: (file: string) => readonly string[]): string[] {
  const ordered = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    if (ordered.has(file)) return
    if (path.includes(file)) throw new Error(`${[...path, file].join(' → ')} is a circle of imports`)
    for (const each of before(file)) visit(each, [...path, file])
    ordered.add(file)
  }
  for (const file of files) visit(file, [])
  return [...ordered]
}
