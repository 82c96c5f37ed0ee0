/**
 * `npm run corruptions`: opens every page with every corruption of what the platform sends. `npm run hostile-texts`: with every
 * text that an outsider could store. `npm run faults`: submits every form with every fault. `-- -t "date:"` runs
 * those whose titles contain a text.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { argumentsOrExit } from './command-line.ts'

const root = join(import.meta.dirname, '..')

/** The tests of each sweep. */
export const TESTS: Readonly<Record<string, readonly string[]>> = {
  corruptions: ['tests/screens/hostile/corruptions.test.ts'],
  texts: ['tests/screens/hostile/texts.test.ts', 'tests/screens/hostile/readers.test.ts'],
  faults: ['tests/screens/faults'],
  attacks: [
    'mocks/hosts/http-server.test.ts',
    'mocks/control/request-log-secrets.test.ts',
    'tests/contract/limits.test.ts',
    'tests/screens/sign-in/single-sign-on.test.tsx',
    'src/lib/outside-start.test.ts',
    'src/files/packed-text.test.ts',
    'src/lib/ansi.test.ts',
    'src/files/in-worker.test.ts',
    'src/control-panel/share-link',
    'tests/contract/impossible-ids.test.ts',
    'tests/screens/app/impossible-addresses.test.tsx',
    'tests/screens/hostile/readers.test.ts',
    'src/features/device-page/notes',
  ],
}

function run(name = '', ...more: readonly string[]): number {
  const tests = TESTS[name]
  if (tests === undefined) {
    process.stderr.write(`There are no tests called "${name}"; there are ${Object.keys(TESTS).join(', ')}.\n`)
    return 2
  }
  const { values } = argumentsOrExit({
    args: [...more],
    options: { 'test-name': { type: 'string', short: 't' } },
  })
  const pattern = values['test-name']
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', ...tests, ...(pattern === undefined ? [] : ['-t', pattern])],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, FLOTILLA_SWEEP: 'all' },
    },
  )
  return status ?? 1
}

if (process.argv[1] === import.meta.filename) process.exitCode = run(...process.argv.slice(2))
