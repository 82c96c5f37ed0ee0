// `npm run bench [-- --only bundle|cloud|http|input|loads|main-thread|map|matrix|renames|simulator|table|terminal]`: measures what has a budget, ends with a table of all budgets, and fails if one is exceeded.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { argumentsOrExit, oneOf, orExit, wholeNumber } from '../scripts/command-line.ts'
import { measureBundle } from './bundle.ts'
import { appendToHistory, historyChart } from './history.ts'
import { measureInput } from './input.ts'
import { loadConditions, loadModes, measureLoads } from './loads.ts'
import { measureMainThread } from './main-thread.ts'
import { measureMap } from './map.ts'
import { measureMatrix } from './matrix.ts'
import { measureRenames } from './renames.ts'
import { isOver, summaryOf, tableOf } from './report.ts'
import type { Figure } from './report.ts'
import { measureTable } from './table.ts'
import { measureTerminal } from './terminal.ts'

const SIZES = [1_000, 10_000, 100_000]
const LARGEST = 1_000_000
const PARTS = [
  'bundle',
  'cloud',
  'history',
  'http',
  'input',
  'loads',
  'main-thread',
  'map',
  'matrix',
  'renames',
  'simulator',
  'table',
  'terminal',
]
const USUAL_RUNS = 5

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const USAGE = `npm run bench [-- options]
Measures what has a budget, and fails if one is exceeded.
  --only PART        one of ${PARTS.join(', ')}
  --keep             adds the figures to the history
  --runs N           of loads: how often each is measured (${USUAL_RUNS})
  --build FOLDER     of loads: the build to measure (default: dist)
  --mode NAME        of loads: ${loadModes.join(' or ')}
  --condition NAME   of loads: ${loadConditions.join(' or ')}
  --against FOLDER   of loads: another build to measure in the same run
  --compare URL      of loads: another dashboard to measure in the same run
  --row NAME         of loads: one row of the table
`
const { values } = argumentsOrExit({
  options: {
    only: text,
    keep: flag,
    runs: text,
    build: text,
    mode: text,
    condition: text,
    against: text,
    compare: text,
    row: text,
    help: flag,
  },
})
if (values.help) {
  process.stdout.write(USAGE)
  process.exit()
}
const { only, loadOptions } = orExit(() => {
  const { mode, condition } = values
  return {
    only: values.only === undefined ? undefined : oneOf('--only', values.only, PARTS),
    loadOptions: {
      runs: values.runs === undefined ? USUAL_RUNS : wholeNumber('--runs', values.runs, 1, 1000),
      build: values.build,
      modes: mode === undefined ? undefined : [oneOf('--mode', mode, loadModes)],
      conditions: condition === undefined ? undefined : [oneOf('--condition', condition, loadConditions)],
      against: values.against,
      compare: values.compare,
      row: values.row,
    },
  }
})

const ALIASES = new URL('../scripts/aliases.ts', import.meta.url).href

const sections: { title: string; figures: Figure[] }[] = []
const print = (title: string, figures: Figure[]) => {
  sections.push({ title, figures })
  console.log(tableOf(title, figures))
}

const isWanted = (part: string) => only === undefined || only === part

if (isWanted('input'))
  print('Device page in a browser, 500 log lines a second, an open terminal', await measureInput())

if (isWanted('table')) print('Device table in a browser, 100,000 devices', await measureTable())

if (isWanted('terminal')) print('First terminal of a page in a browser', await measureTerminal())

if (isWanted('map')) print('Map in a browser, 100,000 devices', await measureMap())

if (isWanted('matrix')) print('Device matrix in a browser', await measureMatrix())

if (isWanted('main-thread')) for (const { title, figures } of await measureMainThread()) print(title, figures)

if (isWanted('loads'))
  for (const { title, figures, text: chains } of await measureLoads(loadOptions)) {
    print(title, figures)
    if (chains) console.log(chains)
  }

if (isWanted('bundle')) {
  const { figures, modules } = await measureBundle()
  print('Bundle, gzip', figures)
  console.log(modules)
}

if (isWanted('renames')) print('Files that a changed sentence renames', await measureRenames())

/** The figures of a script that runs in a separate process. */
function measureApart(script: string, devices = 0): Figure[] {
  const output = execFileSync(
    process.execPath,
    ['--expose-gc', '--import', ALIASES, join(import.meta.dirname, script), String(devices)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 10_000_000 },
  )
  return JSON.parse(output) as Figure[]
}

if (isWanted('simulator'))
  for (const devices of [100_000, LARGEST]) {
    const title = `Simulator alone, ${devices.toLocaleString('en')} devices of all kinds, in Node`
    print(title, measureApart('simulator.ts', devices))
  }

if (isWanted('http')) print('Cloud over HTTP, the usual world', measureApart('http.ts'))

if (isWanted('cloud')) {
  for (const devices of SIZES) {
    const title = `Cloud, ${devices.toLocaleString('en')} devices on release day, the world moving`
    print(title, measureApart('cloud.ts', devices))
  }
  const title = `Cloud, ${LARGEST.toLocaleString('en')} devices on release day, standing still, in Node`
  print(title, measureApart('million.ts', LARGEST))
}

if (values.keep === true) appendToHistory(sections.flatMap(({ figures }) => figures))
if (values.only === 'history') console.log(historyChart())

if (sections.length > 0) console.log(summaryOf(sections))
if (sections.some(({ figures }) => figures.some(isOver))) process.exitCode = 1
