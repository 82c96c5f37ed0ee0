import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { lateBindings } from './late-bindings.ts'
import { closure, linksOf, planLinks } from './script-links.ts'
import type { Link, LinkPlan, Links } from './script-links.ts'

const HASHED = /^assets\/(.+)-([\w-]{8})(\.\w+)$/
/** The list of files that Vite loads with a lazily loaded one; the code refers to its entries by number. */
const FILE_LIST = /(__vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=)(\[[^\]]*\])\)\)/
const LAZY_IMPORT = /\bimport\((["'`])\.\/([^"'`]+)\1\)/g
/** What `byPlainName` writes. */
const PLAIN_IMPORT = /\bimport\("\.\/"\+flotillaFile\("([^"]+)"\)\)/g
const SCRIPT_TAG = /<script\b[^>]* src="[^"]*?(assets\/[^"/]+)"/g
const HASHED_SCRIPT = /[\w.-]+-[\w-]{8}\.js/g

/**
 * Scripts contain hashes of as few other scripts as possible, so that a changed sentence does not rename all that lead to its
 * file, and in turn all that import those:
 * - what they load lazily they find by names without hashes in a table of index.html (`flotillaFile` of `public/boot.js`),
 * - what many scripts import they read from `flotillaParts`, where that script puts its exports when it runs
 *   (`scripts/script-links.ts` decides which). `flotillaImport` runs such scripts before those that read from them; what the first
 *   script of a page or worker imports has run before anyway.
 * Other static imports still contain hashes. Runs when all files are written, and names each script by its new contents.
 */
export const stableNames: Plugin = {
  name: 'stable-names',
  apply: 'build',
  writeBundle: {
    order: 'post',
    handler({ dir = '' }, bundle) {
      const plain = plainNamesOf(bundle)
      const codes = new Map(
        Object.values(bundle)
          .filter(isScript)
          .map(({ fileName }) => [fileName, readFileSync(join(dir, fileName), 'utf8')]),
      )
      const isOfPage = (file: string) => bundle[file]?.type === 'chunk'
      const allLinks = () => new Map([...codes].map(([file, code]) => [file, linksOf(file, code, codes)]))
      const before = allLinks()
      const lazily = new Map([...codes].map(([file, code]) => [file, lazilyIn(code, codes)]))
      const wanted = new Set<string>()
      const ofWorkers = new Map<string, Set<string>>()
      for (const worker of workersIn(codes, isOfPage)) ofWorkers.set(worker, new Set())
      for (const [file, code] of codes) {
        const owners = isOfPage(file) ? [wanted] : tablesOf(file, ofWorkers, before, lazily)
        if (owners.length === 1) codes.set(file, byPlainName(code, plain, owners[0] ?? wanted))
      }
      const plan = planLinks({
        links: allLinks(),
        contained: new Map(
          [...codes].map(([file, code]) => [
            file,
            [...new Set([...namesIn(code, codes), ...(ofWorkers.get(file) ?? [])])],
          ]),
        ),
        lazily,
        entries: [...readFileSync(join(dir, 'index.html'), 'utf8').matchAll(SCRIPT_TAG)]
          .map(([, file = '']) => file)
          .filter((file) => codes.has(file)),
        workers: [...ofWorkers.keys()],
      })
      for (const file of plan.late) wanted.add(file)
      const renamed = new Map<string, string>()
      const hashOf = (file: string) => HASHED.exec(renamed.get(file) ?? file)?.[2] ?? ''
      for (const file of plan.order) {
        const table = [...(ofWorkers.get(file) ?? [])].map((each) => `${plain.get(each)}:${hashOf(each)}`)
        const code =
          (table.length === 0 ? '' : workerTable(table)) +
          linkedCode(file, codes.get(file) ?? '', plan, plain)
            .replaceAll(HASHED_SCRIPT, (name) => baseName(renamed.get(`assets/${name}`) ?? name))
            .replaceAll(PLAIN_IMPORT, (whole, name: string) =>
              isOfPage(file) && needsFirst(name, plain, plan) ? `flotillaImport("${name}")` : whole,
            )
        // A mistake of the lines above ends the build.
        parseAst(code)
        const name = nameFor(file, code)
        renamed.set(file, name)
        writeFileSync(join(dir, file), code)
        if (name !== file) renameSync(join(dir, file), join(dir, name))
      }
      const table = [...wanted].map((file) => {
        const first = (plan.runFirst.get(file) ?? []).map((each) => plan.late.indexOf(each))
        return [plain.get(file), hashOf(file), ...(first.length === 0 ? [] : [first.join('.')])].join(':')
      })
      const late = plan.late.map((file) => plain.get(file)).join(' ')
      for (const file of ['index.html', '.vite/manifest.json'])
        rename(join(dir, file), renamed, (text) =>
          text.replace('{{file-hashes}}', table.toSorted().join(' ')).replace('{{run-first}}', late),
        )
    },
  },
}

const isScript = (file: Rolldown.OutputBundle[string]) =>
  HASHED.test(file.fileName) && file.fileName.endsWith('.js') && !file.fileName.startsWith('assets/boot-')

/** The scripts whose names a script contains. */
const namesIn = (code: string, known: ReadonlyMap<string, string>) => [
  ...new Set(
    [...code.matchAll(HASHED_SCRIPT)].map(([name]) => `assets/${name}`).filter((file) => known.has(file)),
  ),
]

const lazilyIn = (code: string, known: ReadonlyMap<string, string>) =>
  [...code.matchAll(LAZY_IMPORT)].map(([, , name = '']) => `assets/${name}`).filter((file) => known.has(file))

/** The first script of each worker: the page's scripts contain its name. */
function workersIn(codes: ReadonlyMap<string, string>, isOfPage: (file: string) => boolean): Set<string> {
  const found = [...codes].filter(([file]) => isOfPage(file)).flatMap(([, code]) => namesIn(code, codes))
  return new Set(found.filter((file) => !isOfPage(file)))
}

/** The tables of the workers that can load a script. Vite builds each worker alone, so usually there is one. */
function tablesOf(
  file: string,
  workers: ReadonlyMap<string, Set<string>>,
  links: ReadonlyMap<string, Links>,
  lazily: ReadonlyMap<string, readonly string[]>,
): Set<string>[] {
  const next = (each: string) => [
    ...(links.get(each)?.imports.map(({ from }) => from) ?? []),
    ...(lazily.get(each) ?? []),
  ]
  return [...workers].filter(([worker]) => closure([worker], next).has(file)).map(([, table]) => table)
}

/** `flotillaFile` of a worker, at the start of its first script. */
const workerTable = (table: readonly string[]) =>
  `globalThis.flotillaFile=n=>n.replace(/(~\\d+)?(\\.js)$/,"-"+${JSON.stringify(` ${table.toSorted().join(' ')}`)}.split(" "+n+":")[1].slice(0,8)+"$2");`

function needsFirst(name: string, plain: ReadonlyMap<string, string>, plan: LinkPlan): boolean {
  for (const [file, each] of plain) if (each === name) return (plan.runFirst.get(file) ?? []).length > 0
  return false
}

/** The code with its imports from shared scripts read from `flotillaParts`, and its own exports put there if it is one of them. */
function linkedCode(file: string, code: string, plan: LinkPlan, plain: ReadonlyMap<string, string>): string {
  const keyOf = (of: string) => JSON.stringify(plain.get(of) ?? baseName(of))
  const own = plan.links.get(file) ?? { imports: [], exports: [] }
  let rest = code
  const reads: string[] = []
  for (const link of own.imports.toReversed()) {
    if (!plan.isRead(file, link.from)) continue
    rest = rest.slice(0, link.start) + readAgain(link, reads.length) + rest.slice(link.end)
    reads.unshift(readOf(link, reads.length, `flotillaParts[${keyOf(link.from)}]`))
  }
  if (!plan.parts.has(file)) return reads.join('') + rest
  const passedOnNames = own.imports.flatMap(({ again }) => again.map(({ exported }) => exported))
  if (passedOnNames.length > 0)
    throw new Error(`${file} passes on ${passedOnNames.join(', ')}, which its readers would not find`)
  const late = lateBindings(parseAst(code))
  const changing = own.exports.filter(({ local }) => late.has(local))
  if (changing.length > 0)
    throw new Error(
      `${file} exports ${changing.map(({ exported }) => exported).join(', ')}, which may change later: export a function that returns it`,
    )
  const exports = own.exports.map(({ local, exported }) => `${exported}:${local}`)
  return `${reads.join('')}${rest}\n;(globalThis.flotillaParts??={})[${keyOf(file)}]={${exports.join(',')}};`
}

/** The declaration that takes the place of an import: of the names, of one name for all, or of both. */
function readOf({ all, names, again }: Link, nth: number, part: string): string {
  const pairs = [
    ...names.map(({ imported, local }) => `${imported}:${local}`),
    ...again.map(({ imported }, at) => `${imported}:${passedOn(nth, at)}`),
  ]
  const named = pairs.length === 0 ? [] : [`{${pairs.join(',')}}=${all ?? part}`]
  const read = [...(all === undefined ? [] : [`${all}=${part}`]), ...named]
  return read.length === 0 ? '' : `const ${read.join(',')};`
}

/** The export that stays in place of `export { … } from`. */
const readAgain = ({ again }: Link, nth: number) =>
  again.length === 0
    ? ''
    : `export{${again.map(({ exported }, at) => `${passedOn(nth, at)} as ${exported}`).join(',')}};`

const passedOn = (nth: number, at: number) => `__passed_on_${nth}_${at}`

/**
 * A plain name for each script and style: `assets/shell-AbCd1234.js` → `shell.js`. Of several files with one name, the second is
 * `shell~2.js`, in the order of their modules.
 */
function plainNamesOf(bundle: Rolldown.OutputBundle): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Map<string, number>()
  const ordered = Object.values(bundle).toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)))
  for (const { fileName } of ordered) {
    const [, name = '', , extension = ''] = HASHED.exec(fileName) ?? []
    if (extension !== '.js' && extension !== '.css') continue
    const nth = (taken.get(name + extension) ?? 0) + 1
    taken.set(name + extension, nth)
    names.set(fileName, `${name}${nth === 1 ? '' : `~${nth}`}${extension}`)
  }
  return names
}

const placeOf = (file: Rolldown.OutputBundle[string]) =>
  file.type === 'chunk' ? (file.facadeModuleId ?? file.moduleIds[0] ?? '') : file.fileName

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The code with plain names instead of those of lazily loaded files, which are added to `wanted`. */
function byPlainName(code: string, plain: ReadonlyMap<string, string>, wanted: Set<string>): string {
  const known = (file: string) => {
    const name = plain.get(file)
    if (name !== undefined) wanted.add(file)
    return name
  }
  return code
    .replace(FILE_LIST, (_, start: string, list: string) => {
      const names = (JSON.parse(list) as string[]).map((file) => {
        const name = known(file)
        if (name === undefined) throw new Error(`${file} has no plain name`)
        return name
      })
      return `${start}${JSON.stringify(names)}.map(n=>"assets/"+flotillaFile(n))))`
    })
    .replaceAll(LAZY_IMPORT, (whole, _quote: string, file: string) => {
      const name = known(`assets/${file}`)
      return name === undefined ? whole : `import("./"+flotillaFile("${name}"))`
    })
}

function nameFor(file: string, code: string): string {
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
  return file.replace(
    HASHED,
    (_, name: string, _hash: string, extension: string) => `assets/${name}-${hash}${extension}`,
  )
}

/** Replaces the names of renamed files in a text file, if it exists. */
function rename(path: string, renamed: ReadonlyMap<string, string>, also: (text: string) => string): void {
  if (!existsSync(path)) return
  const text = readFileSync(path, 'utf8').replaceAll(
    /assets\/[\w.-]+-[\w-]{8}\.js/g,
    (file) => renamed.get(file) ?? file,
  )
  writeFileSync(path, also(text))
}
