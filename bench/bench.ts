// `npm run bench [-- --strict] [-- --only bundle|cloud]`: measures what ARCHITECTURE has budgets for and prints a table.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBundle } from './bundle.ts'
import { isOver, tableOf } from './report.ts'
import type { Figure } from './report.ts'

const SIZES = [1_000, 10_000, 100_000]

const { values } = parseArgs({ options: { strict: { type: 'boolean' }, only: { type: 'string' } } })
if (values.only !== undefined && values.only !== 'bundle' && values.only !== 'cloud') {
  console.error(`--only must be "bundle" or "cloud", not "${values.only}"`)
  process.exit(2)
}

const measured: Figure[] = []
const print = (title: string, figures: Figure[]) => {
  measured.push(...figures)
  console.log(tableOf(title, figures))
}

if (values.only !== 'cloud') print('Bundle, gzip', await measureBundle())
if (values.only !== 'bundle')
  for (const devices of SIZES) {
    const output = execFileSync(
      process.execPath,
      ['--expose-gc', join(import.meta.dirname, 'cloud.ts'), String(devices)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 10_000_000 },
    )
    const figures = JSON.parse(output) as Figure[]
    print(`Cloud, ${devices.toLocaleString('en')} devices on release day, the world moving`, figures)
  }

const over = measured.filter(isOver)
console.log(
  over.length === 0 ? 'Every budget is kept.' : `Over budget: ${over.map(({ what }) => what).join('; ')}.`,
)
if (values.strict === true && over.length > 0) process.exitCode = 1
