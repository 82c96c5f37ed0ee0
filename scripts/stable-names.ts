import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const HASHED = /^assets\/(.+)-([\w-]{8})(\.\w+)$/
/** The list of files that Vite loads with a lazily loaded one; the code refers to its entries by number. */
const FILE_LIST = /(__vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=)(\[[^\]]*\])\)\)/
const LAZY_IMPORT = /\bimport\((["'`])\.\/([^"'`]+)\1\)/g
const STATIC_IMPORT = /\b(from|import)"\.\/([^"]+)"/g

/**
 * Scripts find the files that they load lazily by names without hashes, in a table of index.html (`flotillaFile` of
 * `public/boot.js`), so that a changed page does not rename all scripts that lead to it, and in turn all that import those. Names
 * of static imports still contain hashes. Runs when all files are written, and names each script by its new contents.
 */
export const stableNames: Plugin = {
  name: 'stable-names',
  apply: 'build',
  writeBundle: {
    order: 'post',
    handler({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const plain = plainNamesOf(bundle)
      const wanted = new Set<string>()
      const codes = new Map(
        chunks.map(({ fileName }) => [
          fileName,
          byPlainName(readFileSync(join(dir, fileName), 'utf8'), plain, wanted),
        ]),
      )
      const renamed = new Map<string, string>()
      for (const chunk of inOrder(chunks)) {
        const code = (codes.get(chunk.fileName) ?? '').replaceAll(
          STATIC_IMPORT,
          (whole, keyword: string, file: string) => {
            const now = renamed.get(`assets/${file}`)
            return now === undefined ? whole : `${keyword}".${now.slice('assets'.length)}"`
          },
        )
        const name = nameFor(chunk.fileName, code)
        renamed.set(chunk.fileName, name)
        writeFileSync(join(dir, chunk.fileName), code)
        if (name !== chunk.fileName) renameSync(join(dir, chunk.fileName), join(dir, name))
      }
      const table = [...wanted].map((file) => {
        const [, , hash = ''] = HASHED.exec(renamed.get(file) ?? file) ?? []
        return `${plain.get(file)}:${hash}`
      })
      table.sort()
      for (const file of ['index.html', '.vite/manifest.json'])
        rename(join(dir, file), renamed, (text) => text.replace('{{file-hashes}}', table.join(' ')))
    },
  },
}

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

/** All chunks, each after those that it imports. */
function inOrder(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const ordered = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk, path: readonly string[]) => {
    if (ordered.has(chunk)) return
    if (path.includes(chunk.fileName))
      throw new Error(`${[...path, chunk.fileName].join(' → ')} is a circle of imports`)
    for (const file of chunk.imports) {
      const imported = byName.get(file)
      if (imported !== undefined) visit(imported, [...path, chunk.fileName])
    }
    ordered.add(chunk)
  }
  for (const chunk of chunks) visit(chunk, [])
  return [...ordered]
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
