import type { FileSystem } from '../files/file-system.ts'
import { hasPattern, patternTest, type PatternPiece } from './pattern.ts'
import type { Part, Word } from './syntax.ts'

/** What a part of a word became: text, or the border between two words of `"$@"`; `isNothing`: `"$@"` without any word. */
export type Piece = { text: string; quoted: boolean; splits: boolean; isNothing?: true } | { border: true }

/** Splits what was expanded at the characters of IFS. */
export function splitFields(pieces: readonly Piece[], separators: string): PatternPiece[][] {
  const fields: PatternPiece[][] = []
  if (pieces.some((it) => 'isNothing' in it) && pieces.every((it) => 'text' in it && it.text === ''))
    return []
  let current: PatternPiece[] | null = null
  let endedByBlank = false
  const finish = () => {
    if (current) fields.push(current)
    current = null
  }
  const put = (text: string, quoted: boolean) => {
    current ??= []
    const last: PatternPiece | undefined = current.at(-1)
    if (last?.quoted === quoted) last.text += text
    else current.push({ text, quoted })
  }
  for (const piece of pieces) {
    if ('border' in piece) {
      finish()
      continue
    }
    if (!piece.splits) {
      if (piece.quoted || piece.text !== '') put(piece.text, piece.quoted)
      continue
    }
    for (const char of piece.text) {
      if (!separators.includes(char)) {
        put(char, false)
        endedByBlank = false
      } else if (/\s/.test(char)) {
        if (current) endedByBlank = true
        finish()
      } else {
        if (current) finish()
        else if (!endedByBlank) fields.push([])
        endedByBlank = false
      }
    }
  }
  finish()
  return fields
}

export function pieceText(pieces: readonly PatternPiece[]): string {
  return pieces.map((it) => it.text).join('')
}

/** The files that a pattern names; the pattern itself when there are none. */
export function expandPath(
  field: readonly PatternPiece[],
  files: FileSystem,
  cwd: string,
  options: ReadonlySet<string> = new Set(),
): string[] {
  if (!hasPattern(field, options.has('extglob'))) return [pieceText(field)]
  const components: PatternPiece[][] = [[]]
  for (const { text, quoted } of field) {
    for (const [i, part] of text.split('/').entries()) {
      if (i > 0) components.push([])
      if (part !== '') components.at(-1)?.push({ text: part, quoted })
    }
  }
  const isAbsolute = components.length > 1 && components[0]?.length === 0
  let found = [isAbsolute ? '/' : '']
  for (const [i, component] of components.entries()) {
    if (isAbsolute && i === 0) continue
    const isLast = i === components.length - 1
    found =
      options.has('globstar') && pieceText(component) === '**'
        ? found.flatMap((folder) => foldersBelow(folder, isLast, files, cwd))
        : found.flatMap((folder) => matchesIn(folder, component, isLast, files, cwd, options))
  }
  return found.length > 0 ? found.sort() : [pieceText(field)]
}

function matchesIn(
  folder: string,
  component: readonly PatternPiece[],
  isLast: boolean,
  files: FileSystem,
  cwd: string,
  options: ReadonlySet<string>,
): string[] {
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  const absolute = prefix.startsWith('/') ? prefix : `${cwd}/${prefix}`
  if (component.length === 0) return isLast && prefix !== '' ? [prefix] : [folder]
  if (!hasPattern(component, options.has('extglob'))) {
    const path = prefix + pieceText(component)
    return files.entry(absolute + pieceText(component)) ? [path] : []
  }
  const node = files.find(absolute)
  if (node?.kind !== 'folder') return []
  const test = patternTest(component, options.has('nocaseglob'), options.has('extglob'))
  const isHidden = pieceText(component).startsWith('.') || options.has('dotglob')
  return node
    .names()
    .filter((name) => test.test(name) && (isHidden || !name.startsWith('.')))
    .filter((name) => isLast || files.find(absolute + name)?.kind === 'folder')
    .map((name) => prefix + name)
}

/** `**`: a folder and all below it, and at the end also the files. */
function foldersBelow(folder: string, withFiles: boolean, files: FileSystem, cwd: string): string[] {
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  const absolute = prefix.startsWith('/') ? prefix : `${cwd}/${prefix}`
  const node = files.find(absolute)
  if (node?.kind !== 'folder') return []
  const below = node
    .names()
    .filter((name) => !name.startsWith('.'))
    .flatMap((name): string[] => {
      const it = files.entry(absolute + name)
      if (it?.kind === 'folder')
        return [...(withFiles ? [prefix + name] : []), ...foldersBelow(prefix + name, withFiles, files, cwd)]
      return withFiles && it ? [prefix + name] : []
    })
  return withFiles ? below : [folder, ...below]
}

type Token = { char: string } | { part: Part }

/** `a{b,c}d` and `{1..3}`: the words that a word with braces stands for. */
export function expandBraces(word: Word): Word[] {
  if (!word.some((it) => it.kind === 'text' && !it.quoted && it.text.includes('{'))) return [word]
  const tokens: Token[] = word.flatMap((part): Token[] =>
    part.kind === 'text' && !part.quoted ? [...part.text].map((char) => ({ char })) : [{ part }],
  )
  return braces(tokens).map(wordOf)
}

function wordOf(tokens: readonly Token[]): Word {
  const parts: Part[] = []
  for (const token of tokens) {
    if ('part' in token) {
      parts.push(token.part)
      continue
    }
    const last = parts.at(-1)
    if (last?.kind === 'text' && !last.quoted)
      parts[parts.length - 1] = { kind: 'text', text: last.text + token.char, quoted: false }
    else parts.push({ kind: 'text', text: token.char, quoted: false })
  }
  return parts
}

const isChar = (token: Token | undefined, char: string) =>
  token !== undefined && 'char' in token && token.char === char

function braces(tokens: readonly Token[]): Token[][] {
  for (let start = 0; start < tokens.length; start++) {
    if (!isChar(tokens[start], '{') || isChar(tokens[start - 1], '$')) continue
    const found = alternatives(tokens, start)
    if (!found) continue
    const before = tokens.slice(0, start)
    const rests = braces(tokens.slice(found.end + 1))
    const middles = found.list.flatMap((it) => braces(it))
    if (middles.length * rests.length > MAX_SEQUENCE) return [[...tokens]]
    return middles.flatMap((middle) => rests.map((rest) => [...before, ...middle, ...rest]))
  }
  return [[...tokens]]
}

function alternatives(tokens: readonly Token[], start: number): { list: Token[][]; end: number } | null {
  let depth = 0
  const list: Token[][] = [[]]
  for (let at = start + 1; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    if (isChar(token, '{')) depth++
    if (isChar(token, '}')) {
      if (depth === 0) {
        if (list.length > 1) return { list, end: at }
        const range = sequence(list[0] ?? [])
        return range && { list: range, end: at }
      }
      depth--
    }
    if (depth === 0 && isChar(token, ',')) list.push([])
    else list.at(-1)?.push(token)
  }
  return null
}

/** More words than this are left as they were written, as by a shell without the memory for them. */
const MAX_SEQUENCE = 100_000

function sequence(tokens: readonly Token[]): Token[][] | null {
  const text = tokens.map((it) => ('char' in it ? it.char : '\0')).join('')
  const match = /^(?:(-?\d+)\.\.(-?\d+)|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d+))?$/.exec(text)
  if (!match) return null
  const [, from, to, first, last, by] = match
  const [a, b] =
    first === undefined ? [Number(from), Number(to)] : [first.charCodeAt(0), (last ?? first).charCodeAt(0)]
  const step = Math.max(1, Math.abs(Number(by ?? 1)))
  const width = from !== undefined && /^-?0\d/.test(from) ? from.length : 0
  const found: Token[][] = []
  for (let i = 0; i * step <= Math.abs(b - a) && found.length < MAX_SEQUENCE; i++) {
    const value = a + (b >= a ? i : -i) * step
    const shown = first === undefined ? String(value).padStart(width, '0') : String.fromCharCode(value)
    found.push([...shown].map((char) => ({ char })))
  }
  return found
}
