import { valueIn } from '../base/records.ts'
import type { Process } from './process.ts'

export interface Options {
  has(name: string): boolean
  /** The last value. */
  value(name: string): string | undefined
  values(name: string): readonly string[]
  rest: readonly string[]
}

/**
 * Reads options. `letters`: the letters, with a colon after those that take a value. `longs`: long names, with the letter
 * that they stand for (`lines: 'n'`), or themselves. Prints a problem and returns null where an option is unknown.
 */
export function options(
  process: Process,
  letters: string,
  longs: Readonly<Record<string, string>> = {},
  more: { stopsAtFirst?: boolean } = {},
): Options | null {
  const found = new Map<string, string[]>()
  const rest: string[] = []
  const add = (name: string, value = '') => found.set(name, [...(found.get(name) ?? []), value])
  const takesValue = (name: string) => letters.includes(`${name}:`) || name.endsWith(':')
  const { args } = process
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '--') {
      rest.push(...args.slice(i + 1))
      break
    }
    if (arg.startsWith('--')) {
      const equals = arg.indexOf('=')
      const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals)
      const letter = valueIn(longs, name)
      if (letter === undefined) {
        process.misuse(isMusl(process) ? `unrecognized option: ${name}` : `unrecognized option '--${name}'`)
        return null
      }
      const key = letter.replace(/:$/, '')
      if (equals >= 0) add(key, arg.slice(equals + 1))
      else if (takesValue(letter)) add(key, args[++i] ?? '')
      else add(key)
      continue
    }
    if (!/^-[^-]/.test(arg)) {
      rest.push(arg)
      if (more.stopsAtFirst === true) {
        rest.push(...args.slice(i + 1))
        break
      }
      continue
    }
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at] ?? ''
      const position = letters.indexOf(letter)
      if (position < 0 || letter === ':') {
        process.misuse(isMusl(process) ? `unrecognized option: ${letter}` : `invalid option -- '${letter}'`)
        return null
      }
      if (letters[position + 1] !== ':') {
        add(letter)
        continue
      }
      const glued = arg.slice(at + 1)
      if (glued === '' && i + 1 >= args.length) {
        process.misuse(
          isMusl(process)
            ? `option requires an argument: ${letter}`
            : `option requires an argument -- '${letter}'`,
        )
        return null
      }
      add(letter, glued === '' ? (args[++i] ?? '') : glued)
      break
    }
  }
  return {
    has: (name) => found.has(name),
    value: (name) => found.get(name)?.at(-1),
    values: (name) => found.get(name) ?? [],
    rest,
  }
}

/** The C library of Alpine has other words for options. */
const isMusl = ({ machine }: Process): boolean => machine.userland() === 'alpine'

/** A size with its unit: 10k, 2M. null when it is none. */
export function parseSize(text: string): number | null {
  const match = /^(\d+)([bcwkKMG]?)(?:i?B)?$/.exec(text)
  if (!match) return null
  const units: Record<string, number> = {
    '': 1,
    b: 512,
    c: 1,
    w: 2,
    k: 1024,
    K: 1024,
    M: 1_048_576,
    G: 1_073_741_824,
  }
  return Number(match[1]) * (units[match[2] ?? ''] ?? 1)
}

/** Formats bytes as busybox does with -h: 1.2G, 14.0K, 512. */
export function human(bytes: number): string {
  const units = ['', 'K', 'M', 'G', 'T']
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return unit === 0 ? String(Math.round(value)) : `${value.toFixed(1)}${units[unit] ?? ''}`
}

/** The same as coreutils writes it: rounded up, with a decimal only below ten. */
export function humanUp(bytes: number): string {
  const units = ['', 'K', 'M', 'G', 'T']
  let value = bytes
  let unit = 0
  while (Math.ceil(value) >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  if (unit === 0) return String(Math.ceil(value))
  const tenths = Math.ceil(value * 10 - 1e-9) / 10
  return `${tenths < 10 ? tenths.toFixed(1) : Math.ceil(value - 1e-9)}${units[unit] ?? ''}`
}

/** A row of cells in columns of fixed width; negative widths align to the left. A cell that is too wide moves the rest. */
export function fixedRow(widths: readonly number[], cells: readonly string[], gap = ' '): string {
  return cells
    .map((cell, i) => {
      const width = widths[i] ?? 0
      return width < 0 ? cell.padEnd(-width) : cell.padStart(width)
    })
    .join(gap)
}

/** Formats rows in columns with the width of their widest cell. `right`: indexes of right-aligned columns. */
export function table(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  gap = '  ',
): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  const lines = rows.map((row) =>
    row
      .map((cell, i) => {
        if (right.includes(i)) return cell.padStart(widths[i] ?? 0)
        return i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)
      })
      .join(gap),
  )
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}
