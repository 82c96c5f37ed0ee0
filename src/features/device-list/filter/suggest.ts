import { quoted } from '@/domain/device/query/device-query.ts'
import {
  operatorsFor,
  fieldInfo,
  fieldNamed,
  offeredFields,
  valuesFor,
  type Operator,
} from '@/domain/device/query/query-fields.ts'
import { readTokens, type Token } from '@/domain/device/query/query-tokens.ts'

/** A completion at the caret. */
export interface Suggestion {
  kind: 'field' | 'operator' | 'value' | 'joiner'
  text: string
}

export interface Suggestions {
  /** The range of the text that a suggestion replaces. */
  from: number
  to: number
  options: readonly Suggestion[]
}

export interface KnownTexts {
  tagKeys: readonly string[]
  tagValues: (key: string) => readonly string[]
}

const MAX_OPTIONS = 12
const ages = ['1h', '1d', '7d', '30d']

/** Completions at the caret, best first. */
export function suggest(text: string, caret: number, known: KnownTexts): Suggestions {
  const { tokens } = readTokens(text.slice(0, caret))
  const last = tokens.at(-1)
  const isOpen = last !== undefined && last.to === caret && (last.kind === 'word' || last.kind === 'quoted')
  const before = isOpen ? tokens.slice(0, -1) : tokens
  const written = isOpen ? last.text.toLowerCase() : ''
  const options = optionsAfter(before, known).filter(
    ({ text: option }) => option.toLowerCase().includes(written) && option.toLowerCase() !== written,
  )
  const best = options.toSorted(
    (a, b) =>
      Number(b.text.toLowerCase().startsWith(written)) - Number(a.text.toLowerCase().startsWith(written)),
  )
  return { from: isOpen ? last.from : caret, to: caret, options: best.slice(0, MAX_OPTIONS) }
}

/** The text and caret after accepting a suggestion. */
export function withSuggestion(
  text: string,
  { from, to }: Pick<Suggestions, 'from' | 'to'>,
  { text: taken }: Suggestion,
): { text: string; caret: number } {
  const head = `${text.slice(0, from)}${taken} `
  return { text: head + text.slice(to).trimStart(), caret: head.length }
}

function optionsAfter(tokens: readonly Token[], known: KnownTexts): Suggestion[] {
  const last = tokens.at(-1)
  const name = nameOf(tokens)
  if (last?.kind === 'operator' && name !== undefined) return values(name, known)
  if (last?.kind === 'word' && /^in$/i.test(last.text)) return [{ kind: 'operator', text: '(' }]
  if (isInList(tokens) && (last?.kind === 'open' || last?.kind === 'comma') && name !== undefined)
    return values(name, known)
  if (last?.kind === 'word' && fieldOf(last.text) !== undefined && !isValue(tokens))
    return operatorsFor(fieldOf(last.text) ?? 'name').map((text: Operator) => ({ kind: 'operator', text }))
  const fields = fieldOptions(known)
  const isBetween = last === undefined || last.kind === 'open' || isJoiner(last)
  if (isBetween) return [...fields, { kind: 'joiner', text: 'not' }]
  return [{ kind: 'joiner', text: 'and' }, { kind: 'joiner', text: 'or' }, ...fields]
}

function fieldOptions({ tagKeys }: KnownTexts): Suggestion[] {
  const names: string[] = offeredFields().filter((name) => name !== 'tag')
  return [...names, ...tagKeys.map((key) => `tag.${quoted(key)}`)].map((text) => ({ kind: 'field', text }))
}

const isJoiner = ({ kind, text }: Token) => kind === 'word' && /^(and|or|not)$/i.test(text)

const fieldOf = (text: string) => (/^tag\../i.test(text) ? ('tag' as const) : fieldNamed(text))

/** Whether the last word is a value, because it follows an operator. */
const isValue = (tokens: readonly Token[]) => tokens.at(-2)?.kind === 'operator'

/** The field of the condition at the caret. */
function nameOf(tokens: readonly Token[]): string | undefined {
  const at = tokens.findLastIndex(
    ({ kind, text }, index) =>
      kind === 'word' &&
      fieldOf(text) !== undefined &&
      (tokens[index + 1]?.kind === 'operator' || /^(in|not)$/i.test(tokens[index + 1]?.text ?? '')),
  )
  return at < 0 ? undefined : tokens[at]?.text
}

/** Whether the caret is inside the list of `in (…)`. */
function isInList(tokens: readonly Token[]): boolean {
  const open = tokens.findLastIndex(({ kind }) => kind === 'open')
  const closed = tokens.findLastIndex(({ kind }) => kind === 'close')
  return open > closed && /^in$/i.test(tokens[open - 1]?.text ?? '')
}

function values(name: string, { tagValues }: KnownTexts): Suggestion[] {
  const field = fieldOf(name)
  if (field === undefined) return []
  const texts =
    field === 'tag'
      ? tagValues(name.slice('tag.'.length))
      : (valuesFor(field) ?? (fieldInfo(field).kind === 'date' ? ages : []))
  return texts.map((text) => ({ kind: 'value', text: quoted(text) }))
}
