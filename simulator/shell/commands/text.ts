import { fail, options, out, type Run } from '../command.ts'
import { formatted, unescaped } from './escapes.ts'
import { readAll } from './files.ts'

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function joined(lines: readonly string[]): string {
  return lines.map((it) => `${it}\n`).join('')
}

const grep: Run = (context) => {
  const { flags, values, rest } = options(context.args, 'emABC')
  const [first, ...others] = rest
  const pattern = values.get('e') ?? first
  if (pattern === undefined) return { err: 'Usage: grep [-ivnocEF] PATTERN [FILE]...\n', code: 2 }
  const source = flags.has('F')
    ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    : pattern.replace(/\\([|+?(){}])/g, '$1')
  let test: RegExp
  try {
    test = new RegExp(source, flags.has('i') ? 'i' : '')
  } catch {
    return fail(context, `bad regex '${pattern}'`, 2)
  }
  const read = readAll(context, values.has('e') ? rest : others)
  const found = linesOf(read.out)
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => test.test(line) !== flags.has('v'))
    .slice(0, values.has('m') ? Number(values.get('m')) : undefined)
  const code = read.code === 1 ? 2 : found.length > 0 ? 0 : 1
  const err = read.err ?? ''
  if (flags.has('q')) return { err, code }
  if (flags.has('c')) return { out: `${found.length}\n`, err, code }
  const lines = found.map(({ line, number }) => (flags.has('n') ? `${number}:${line}` : line))
  return { out: joined(lines), err, code }
}

/** Parses `-n 5`, `-5`, or the default. */
function countOf(args: readonly string[]): { count: number; fromStart: boolean; rest: string[] } {
  const short = args.find((it) => /^-\d+$/.test(it))
  const { values, rest } = options(
    args.filter((it) => it !== short),
    'n',
  )
  const text = short?.slice(1) ?? values.get('n') ?? '10'
  return { count: Math.abs(Number(text)), fromStart: text.startsWith('+'), rest }
}

const head: Run = (context) => {
  const { count, rest } = countOf(context.args)
  if (Number.isNaN(count)) return fail(context, 'invalid number of lines')
  const read = readAll(context, rest)
  return { ...read, out: joined(linesOf(read.out).slice(0, count)) }
}

const tail: Run = (context) => {
  const { count, fromStart, rest } = countOf(context.args)
  if (Number.isNaN(count)) return fail(context, 'invalid number of lines')
  const read = readAll(context, rest)
  const lines = linesOf(read.out)
  return { ...read, out: joined(fromStart ? lines.slice(count - 1) : count === 0 ? [] : lines.slice(-count)) }
}

const wc: Run = (context) => {
  const { flags, rest } = options(context.args)
  const read = readAll(context, rest)
  const counts = {
    l: linesOf(read.out).length,
    w: read.out.split(/\s+/).filter((it) => it !== '').length,
    c: read.out.length,
  }
  const selected = (['l', 'w', 'c'] as const).filter((it) => flags.size === 0 || flags.has(it))
  const cells = selected.map((it) =>
    selected.length === 1 ? String(counts[it]) : String(counts[it]).padStart(7),
  )
  return { ...read, out: `${[cells.join(' '), ...rest].join(' ')}\n` }
}

const sort: Run = (context) => {
  const { flags, rest } = options(context.args, 'k')
  const read = readAll(context, rest)
  const lines = linesOf(read.out).sort((a, b) =>
    flags.has('n')
      ? Number.parseFloat(a) - Number.parseFloat(b) || (a < b ? -1 : 1)
      : a < b
        ? -1
        : a > b
          ? 1
          : 0,
  )
  if (flags.has('r')) lines.reverse()
  return { ...read, out: joined(flags.has('u') ? [...new Set(lines)] : lines) }
}

const uniq: Run = (context) => {
  const { flags, rest } = options(context.args)
  const read = readAll(context, rest)
  const runs: { line: string; count: number }[] = []
  for (const line of linesOf(read.out)) {
    const last = runs.at(-1)
    if (last?.line === line) last.count++
    else runs.push({ line, count: 1 })
  }
  const lines = runs.map(({ line, count }) =>
    flags.has('c') ? `${String(count).padStart(7)} ${line}` : line,
  )
  return { ...read, out: joined(lines) }
}

const echo: Run = (context) => {
  const found = context.args.findIndex((it) => !/^-[neE]+$/.test(it))
  const start = found < 0 ? context.args.length : found
  const flags = context.args.slice(0, start).join('')
  const text = context.args.slice(start).join(' ')
  // The last of `-e` and `-E` wins.
  const escapes = flags.lastIndexOf('e') > flags.lastIndexOf('E')
  const output = escapes ? unescaped(text) : { text, ended: false }
  return out(flags.includes('n') || output.ended ? output.text : `${output.text}\n`)
}

const printf: Run = (context) => {
  const [format, ...args] = context.args[0] === '--' ? context.args.slice(1) : context.args
  if (format === undefined) return { err: 'sh: printf: usage: printf format [arguments]\n', code: 2 }
  return out(formatted(format, args))
}

export const textCommands = { grep, head, tail, wc, sort, uniq, echo, printf }
