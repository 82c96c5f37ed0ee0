import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './report.ts'

const FILE = join(import.meta.dirname, 'history.jsonl')
const STEPS = '▁▂▃▄▅▆▇█'
const WIDTH = 40

/** What was measured at one commit, on one machine: times of different machines say nothing about each other. */
interface Kept {
  commit: string
  at: string
  machine: string
  values: Record<string, number>
}

const machine = () => `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`

/** Adds what was measured to the history, under the commit that is checked out. */
export function keep(figures: readonly Figure[]): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const kept: Kept = {
    commit: git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+'),
    at: new Date().toISOString(),
    machine: machine(),
    values: Object.fromEntries(
      figures.map(({ what, value, unit }) => [`${what}${unit && `, ${unit}`}`, Number(value.toPrecision(4))]),
    ),
  }
  appendFileSync(FILE, `${JSON.stringify(kept)}\n`)
}

/** Each figure as a line over the commits, as this machine measured them: the lowest, the highest, and the last. */
export function drawn(): string {
  if (!existsSync(FILE)) return 'Nothing was kept yet: npm run bench -- --keep'
  const all = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Kept)
    .filter((kept) => kept.machine === machine())
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
