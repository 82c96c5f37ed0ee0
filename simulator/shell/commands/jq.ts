import type { Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import { options } from '../options.ts'
import { openInput, type Process, type Program } from '../process.ts'
import { jsonProblem } from './jq-input.ts'
import { baseFunctions, JqProblem, JqSyntax, parseJq, run, type Json, type Scope } from './jq-language.ts'

const LONGS: Readonly<Record<string, string>> = {
  'raw-output': 'r',
  compact: 'c',
  'compact-output': 'c',
  slurp: 's',
  'null-input': 'n',
  'exit-status': 'e',
  'sort-keys': 'S',
  'raw-input': 'R',
  tab: 'tab',
  indent: 'indent:',
  'join-output': 'j',
  'ascii-output': 'a',
  'color-output': 'C',
  'monochrome-output': 'M',
  version: 'V',
}

/** The values of a text that contains several, one after the other. Throws SyntaxError. */
function* valuesIn(text: string): Generator<Json, void, void> {
  let at = 0
  while (at < text.length) {
    while (/\s/.test(text[at] ?? '')) at++
    if (at >= text.length) return
    const end = endOfValue(text, at)
    yield JSON.parse(text.slice(at, end)) as Json
    at = end
  }
}

function endOfValue(text: string, from: number): number {
  const first = text[from] ?? ''
  if (first !== '{' && first !== '[' && first !== '"') {
    let at = from
    while (at < text.length && !/[\s{["]/.test(text[at] ?? '')) at++
    return at
  }
  let depth = 0
  let inText = false
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') {
        inText = false
        if (depth === 0) return at + 1
      }
    } else if (char === '"') inText = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => [key, sorted(it)]),
  )
}

interface Given {
  args: string[]
  variables: Map<string, Json>
}

/** Takes the options that have two values. */
function namedArguments(args: readonly string[]): Given {
  const given: Given = { args: [], variables: new Map() }
  const named: { [key: string]: Json } = {}
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg !== '--arg' && arg !== '--argjson') {
      given.args.push(arg)
      continue
    }
    const [name, text] = [args[i + 1] ?? '', args[i + 2] ?? '']
    const value = arg === '--arg' ? text : (JSON.parse(text) as Json)
    given.variables.set(`$${name}`, value)
    named[name] = value
    i += 2
  }
  given.variables.set('$named', named)
  return given
}

function* jq(process: Process): Steps<number> {
  let given: Given
  try {
    given = namedArguments(process.args)
  } catch {
    return process.fail('Invalid JSON text passed to --argjson', 2)
  }
  const found = options(process.with(given.args), 'rcsneSRjaCMV', LONGS)
  if (!found) return 2
  if (found.has('V')) {
    process.out('jq-1.7.1\n')
    return 0
  }
  const [source = '.', ...paths] = found.rest
  let text = ''
  let code = 0
  for (const path of paths) {
    const node = process.find(path)
    if (node) text += yield* readText(process, path)
    if (node && text !== '' && !text.endsWith('\n')) text += '\n'
    if (!node) {
      process.err(`jq: error: Could not open ${path}: No such file or directory\n`)
      code = 2
    }
  }
  // `input` reads what `-n` leaves.
  if (paths.length === 0 && (!found.has('n') || /\binputs?\b/.test(source)))
    text = yield* readText(process, '-')
  try {
    const filter = parseJq(source)
    const waiting = found.has('R') ? rawInputs(text, found.has('s')) : valuesIn(text)
    const inputs = {
      next: (): Json | undefined => {
        const next = waiting.next()
        return next.done === true ? undefined : next.value
      },
    }
    const scope: Scope = {
      variables: given.variables,
      functions: baseFunctions(),
      now: process.machine.ownTime(),
      inputs,
      tick: () => process.kernel.tick(0.02),
      environment: Object.fromEntries(process.environment),
    }
    let last: Json | undefined
    const show = function* (value: Json): Steps<void> {
      last = value
      const shown = found.has('S') ? sorted(value) : value
      const indent = found.has('c') ? undefined : found.has('tab') ? '\t' : Number(found.value('indent') ?? 2)
      const line =
        (found.has('r') || found.has('j')) && typeof shown === 'string'
          ? shown
          : JSON.stringify(
              shown,
              (_key, it: unknown) =>
                typeof it === 'number' && !Number.isFinite(it)
                  ? Number.isNaN(it)
                    ? null
                    : Math.sign(it) * Number.MAX_VALUE
                  : it,
              indent,
            )
      yield* process.print(found.has('j') ? line : `${line}\n`)
    }
    const each = function* (value: Json): Steps<void> {
      try {
        for (const result of run(filter, { value, path: null }, scope)) yield* show(result.value)
      } catch (problem) {
        if (!(problem instanceof JqProblem)) throw problem
        const place = found.has('n')
          ? '<unknown>'
          : `${paths.at(-1) ?? '<stdin>'}:${text.split('\n').length - 1}`
        process.err(`jq: error (at ${place}): ${problem.message}\n`)
        code = 5
      }
    }
    if (found.has('n')) yield* each(null)
    else if (found.has('s') && !found.has('R')) yield* each([...valuesIn(text)])
    else for (let value = inputs.next(); value !== undefined; value = inputs.next()) yield* each(value)
    if (found.has('e') && code === 0) return last === undefined ? 4 : last === null || last === false ? 1 : 0
    return code
  } catch (problem) {
    if (problem instanceof JqSyntax) {
      process.err(
        `jq: error: ${problem.message} (Unix shell quoting issues?) at <top-level>, line 1:\n${source}\njq: 1 compile error\n`,
      )
      return 3
    }
    if (problem instanceof SyntaxError) {
      process.err(`jq: parse error: ${jsonProblem(text)}\n`)
      return 2
    }
    throw problem
  }
}

function* readText(process: Process, path: string): Steps<string> {
  const input = openInput(process, path)
  return input ? yield* readAll(input) : ''
}

function* rawInputs(text: string, whole: boolean): Generator<Json, void, void> {
  if (whole) yield text
  else for (const line of text.replace(/\n$/, '').split('\n')) yield line
}

export const jqPrograms: Record<string, Program> = { jq }
