import { isAlias, isCollection, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { fileText } from '@/messages/common/files.ts'
import { FileProblem } from './file-problem.ts'

/** Larger than any file written by hand; longer ones are not parsed. */
export const MAX_CHARACTERS = 500_000
const DEEPEST = 40
const MAX_ALIASES = 1_000
/** Control characters, and halves of pairs. Others that YAML does not allow are in files that JSON or this parser's own writer made. */
const UNPRINTABLE = /[\0-\u0008\u000b\u000c\u000e-\u001f]|\p{Cs}/u
const QUOTED = /"[^"\n]*"|'[^'\n]*'/g

/** A document with the lines of its nodes. */
export interface LinedDocument {
  document: Document.Parsed
  /** From 1; null for what is not written in the file. */
  lineOf: (node: unknown) => number | null
}

/** The parser is recursive, so a file of only brackets would overflow the stack. */
function isTooDeep(text: string): boolean {
  let flow = 0
  let deepest = 0
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++flow)
    else if (character === ']' || character === '}') flow = Math.max(0, flow - 1)
  }
  // Block collections nest by indentation, and by dashes or question marks in one line.
  const isIndented = text.split('\n').some((line) => (/^[\s\-?]*/.exec(line)?.[0].length ?? 0) > 4 * DEEPEST)
  return deepest > DEEPEST || isIndented
}

/**
 * Parses untrusted YAML or JSON within limits of length, depth and aliases: a few lines of aliases can stand for gigabytes.
 * `merge`: takes `<<` for a merge key, as YAML 1.1 does. Throws FileProblem for files beyond them, for what is not YAML, and for keys that occur twice.
 */
export function boundedDocument(
  source: string,
  { merge = false, mostCharacters = MAX_CHARACTERS } = {},
): LinedDocument {
  if (source.length > mostCharacters) throw new FileProblem(null, fileText.tooLarge)
  // The parser knows no line ends of old systems.
  const text = source.replaceAll(/\r\n?/g, '\n')
  const unprintable = UNPRINTABLE.exec(text)
  if (unprintable !== null)
    throw new FileProblem(text.slice(0, unprintable.index).split('\n').length, fileText.unprintable)
  // Brackets in quotes must not count as closing others.
  if (isTooDeep(text) || isTooDeep(text.replace(QUOTED, ''))) throw new FileProblem(null, fileText.tooDeep)
  const lineCounter = new LineCounter()
  const document = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    merge,
    version: '1.2',
    // The parser compares each key with all others.
    uniqueKeys: false,
  })
  const lineOf = (node: unknown) => {
    const from = rangeOf(node)
    return from === undefined ? null : lineCounter.linePos(from).line
  }
  const [unreadable] = document.errors
  if (unreadable) {
    // Its own words are for programmers.
    const reason =
      unreadable.code === 'MULTIPLE_DOCS'
        ? 'Another document begins here (---); the file may have only one'
        : unreadable.message
    throw new FileProblem(lineCounter.linePos(unreadable.pos[0]).line, reason)
  }
  checkNodes(document, lineOf)
  return { document, lineOf }
}

function rangeOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined
  const { range } = node
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined
}

function checkNodes(document: Document.Parsed, lineOf: LinedDocument['lineOf']): void {
  let aliases = 0
  visit(document, {
    Alias(_key, node) {
      aliases += 1
      if (aliases > MAX_ALIASES) throw new FileProblem(lineOf(node), fileText.tooManyAliases)
    },
    Map(_key, { items }) {
      const known = new Set<unknown>()
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key
        if (isAlias(name) || isCollection(name) || name === '<<') continue
        if (known.has(name)) throw new FileProblem(lineOf(key), fileText.twice(String(name)))
        known.add(name)
      }
    },
  })
}
