import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './report.ts'

const FILE = join(import.meta.dirname, 'history.jsonl')
const STEPS = '▁▂▃▄▅▆▇█'
const WIDTH = 40

/** The figures of one commit on one machine. Times of different machines cannot be compared. */
interface HistoryEntry {
  commit: string
  at: string
  machine: string
  values: Record<string, number>
}

const machine = () => `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`

/** Appends the figures to the history, under the commit that is checked out. */
export function appendToHistory(figures: readonly Figure[]): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const entry: HistoryEntry = {
    commit: git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+'),
    at: new Date().toISOString(),
    machine: machine(),
    values: Object.fromEntries(
      figures.map(({ what, value, unit }) => [`${what}${unit && `, ${unit}`}`, Number(value.toPrecision(4))]),
    ),
  }
  appendFileSync(FILE, `${JSON.stringify(entry)}\n`)
}

/** A line chart of each figure over the commits, for this machine: lowest, highest and last value. */
export function historyChart(): string {
  if (!existsSync(FILE)) return 'Nothing was kept yet: npm run bench -- --keep'
  const all = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as HistoryEntry)
    .filter((entry) => entry.machine === machine())
  const names = [...new Set(all.flatMap(({ values }) => Object.keys(values)))]
  const lines = names.map((name) => {
    const values = all
      .flatMap(({ values: { [name]: value } }) => (value === undefined ? [] : [value]))
      .slice(-WIDTH)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const step = (value: number) =>
      STEPS[most === least ? 0 : Math.round(((value - least) / (most - least)) * (STEPS.length - 1))]
    return `  ${values.map(step).join('').padStart(WIDTH)}  ${least} – ${most}, now ${values.at(-1)}  ${name}`
  })
  return [`${all.length} measurings, ${all[0]?.commit} to ${all.at(-1)?.commit}`, ...lines].join('\n')
}
