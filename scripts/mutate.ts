// `npm run mutate`: mutation testing. Changes one thing at a time in the product and checks whether a test fails.

import { existsSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { shuffled } from '../simulator/base/random.ts'
import { argumentsOrExit, jsonOf, orExit, partOf, UsageError, wholeNumber } from './command-line.ts'
import { mutantsOf, type Mutant } from './mutate/mutants.ts'
import { importersOf, nearestTests } from './mutate/nearest-tests.ts'
import { readSource, runMutants, type Fate } from './mutate/run-mutants.ts'

const root = join(import.meta.dirname, '..')

const USAGE = `Usage: npm run mutate -- [FILE …] [options]

Mutation testing of the files, or of all of src, mocks and simulator: makes one change at a time, runs the nearest tests and prints the
mutants that survive. Files on disk are not changed.

  --sample N   only N random mutants
  --seed N     seed of the random selection (1)
  --part I/N   only part I of N, to split a large sample
  --again FILE only the survivors of an earlier run, from its --json file
  --files N    test files per mutant (8); twice as many if few of them reach it
  --tests N    tests per mutant (30)
  --unit       only unit tests, beside the code: faster, and notices less
  --json FILE  writes the result of each mutant`

/** Texts and demo data are not worth mutating, and the other files need a browser. */
const LEFT_OUT =
  /\.(test|test-d)\.|\.d\.ts$|\/testing\/|^src\/(messages|main\.tsx|bootstrap\.ts)|-for-tests\.ts$|\/worker\.ts$/

const pathsIn = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()

const { values, positionals } = argumentsOrExit({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string', default: '1/1' },
    again: { type: 'string' },
    files: { type: 'string', default: '8' },
    tests: { type: 'string', default: '30' },
    unit: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const numbers = orExit(() => {
  const unknown = positionals.find((path) => !existsSync(join(root, path)))
  if (unknown !== undefined) throw new UsageError(`${unknown}: there is no such file or folder.`)
  const other = positionals.find((path) => !/\.tsx?$/.test(path))
  if (other !== undefined) throw new UsageError(`${other}: only .ts and .tsx files have mutants.`)
  if (values.again !== undefined) jsonOf(values.again)
  return {
    sample: values.sample === undefined ? undefined : wholeNumber('--sample', values.sample, 1, 1_000_000),
    seed: wholeNumber('--seed', values.seed, 0, 4_294_967_295),
    part: partOf('--part', values.part),
    files: wholeNumber('--files', values.files, 1, 1000),
    tests: wholeNumber('--tests', values.tests, 1, 10_000),
  }
})

const fatesSchema = z.array(
  z.object({ mutant: z.object({ id: z.string() }), killedBy: z.nullable(z.object({})) }),
)

/** The ids of surviving mutants. */
const survivorsIn = (path: string) =>
  fatesSchema.parse(jsonOf(path)).flatMap(({ mutant, killedBy }) => (killedBy === null ? [mutant.id] : []))

function chosen(): Mutant[] {
  const paths =
    positionals.length > 0
      ? positionals
      : pathsIn('{src,mocks,simulator}/**/*.{ts,tsx}').filter((path) => !LEFT_OUT.test(path))
  const all = paths.flatMap((path) => mutantsOf(path, readSource(path)))
  const size = Math.min(all.length, numbers.sample ?? all.length)
  if (values.again !== undefined) {
    const left = new Set(survivorsIn(values.again))
    return all.filter(({ id }) => left.has(id))
  }
  const drawn = Array.from({ length: size }, (_, nth) => shuffled(numbers.seed, nth, all.length))
  const { at: part, of: parts } = numbers.part
  const ordered = drawn.toSorted((a, b) => a - b).flatMap((nth) => all[nth] ?? [])
  process.stdout.write(`${all.length} possible changes in ${paths.length} files, ${ordered.length} drawn\n`)
  return ordered.slice(
    Math.floor((ordered.length * (part - 1)) / parts),
    Math.floor((ordered.length * part) / parts),
  )
}

const written = ({ mutant: { path, line, kind, was, becomes }, tries }: Fate) =>
  [
    `${path}:${line} ${kind}, ${tries === 0 ? 'reached by no test' : `unnoticed by ${tries} tests`}`,
    ...was.split('\n').map((text) => `  - ${text}`),
    ...becomes.split('\n').map((text) => `  + ${text}`),
  ].join('\n')

if (values.help) process.stdout.write(`${USAGE}\n`)
else {
  const mutants = chosen()
  const importers = importersOf(root, pathsIn('{src,mocks,simulator,tests,scripts}/**/*.{ts,tsx}'))
  const screens = pathsIn('tests/screens/**/*.test.{ts,tsx}')
  const isWanted = (test: string) => !values.unit || !test.startsWith('tests/')
  const near = Object.fromEntries(
    mutants.map(({ id, path }) => [id, nearestTests(path, importers, screens).filter(isWanted)]),
  )
  const fates = await runMutants(mutants, {
    near,
    mostFiles: numbers.files,
    mostTests: numbers.tests,
    say: (line) => process.stdout.write(`${line}\n`),
  })
  const survivors = fates.filter(({ killedBy }) => killedBy === null)
  for (const fate of survivors) process.stdout.write(`${written(fate)}\n\n`)
  const score = Math.round((1 - survivors.length / Math.max(1, fates.length)) * 100)
  process.stdout.write(`${fates.length} changes, ${fates.length - survivors.length} noticed: ${score} %\n`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(fates, null, 1)}\n`)
}
