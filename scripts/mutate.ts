// `npm run mutate`: changes one thing at a time in the product and sees whether a test notices.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { shuffled } from '../simulator/random.ts'
import { mutantsOf, type Mutant } from './mutate/mutants.ts'
import { importersOf, nearestTests } from './mutate/nearest-tests.ts'
import { readSource, runMutants, type Fate } from './mutate/run-mutants.ts'

const root = join(import.meta.dirname, '..')

const USAGE = `Usage: npm run mutate -- [FILE …] [options]

Changes one thing at a time in the files, or in all of src, mocks and simulator, and runs the tests that are near; prints what
no test noticed. Files on the disk stay as they are.

  --sample N   only so many of the changes, drawn by chance
  --seed N     what chance is drawn from (1)
  --part I/N   of them the I-th of N parts, so that a large sample can be taken bit by bit
  --again FILE only those that no test noticed in an earlier run, as its --json wrote them
  --files N    how many files of tests may notice a change (8); as many again while few have come by it
  --tests N    how many tests of those may (30)
  --json FILE  writes what came of each change`

/** Words on the screen are read by people; names of demo data mean nothing; the rest needs a browser. */
const LEFT_OUT =
  /\.(test|test-d)\.|\.d\.ts$|\/testing\/|^src\/(messages|main\.tsx|bootstrap\.ts)|-for-tests\.ts$|\/worker\.ts$/

const pathsIn = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string', default: '1/1' },
    again: { type: 'string' },
    files: { type: 'string', default: '8' },
    tests: { type: 'string', default: '30' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const fatesSchema = z.array(
  z.object({ mutant: z.object({ id: z.string() }), killedBy: z.nullable(z.object({})) }),
)

/** The ids of those that no test noticed. */
const unnoticedIn = (path: string) =>
  fatesSchema
    .parse(JSON.parse(readFileSync(path, 'utf8')))
    .flatMap(({ mutant, killedBy }) => (killedBy === null ? [mutant.id] : []))

function chosen(): Mutant[] {
  const paths =
    positionals.length > 0
      ? positionals
      : pathsIn('{src,mocks,simulator}/**/*.{ts,tsx}').filter((path) => !LEFT_OUT.test(path))
  const all = paths.flatMap((path) => mutantsOf(path, readSource(path)))
  const size = Math.min(all.length, Number(values.sample ?? all.length))
  if (values.again !== undefined) {
    const left = new Set(unnoticedIn(values.again))
    return all.filter(({ id }) => left.has(id))
  }
  const drawn = Array.from({ length: size }, (_, nth) => shuffled(Number(values.seed), nth, all.length))
  const [part = 1, parts = 1] = values.part.split('/').map(Number)
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
  const near = Object.fromEntries(mutants.map(({ id, path }) => [id, nearestTests(path, importers, screens)]))
  const fates = await runMutants(mutants, {
    near,
    mostFiles: Number(values.files),
    mostTests: Number(values.tests),
    say: (line) => process.stdout.write(`${line}\n`),
  })
  const survivors = fates.filter(({ killedBy }) => killedBy === null)
  for (const fate of survivors) process.stdout.write(`${written(fate)}\n\n`)
  const score = Math.round((1 - survivors.length / Math.max(1, fates.length)) * 100)
  process.stdout.write(`${fates.length} changes, ${fates.length - survivors.length} noticed: ${score} %\n`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(fates, null, 1)}\n`)
}
