import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Runs a script until it ends. */
const run = (script: string, ...args: string[]) =>
  new Promise<{ code: unknown; out: string; problems: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'scripts/run.mjs'), script, ...args],
      { cwd: root },
      (error, out, problems) => resolve({ code: error?.code ?? 0, out, problems }),
    )
  })

const scripts = [
  'scripts/start.ts',
  'scripts/build.ts',
  'scripts/hosting.ts',
  'scripts/release.ts',
  'scripts/cloud.mjs',
  'scripts/drive.ts',
  'scripts/drift.ts',
  'scripts/rollout.ts',
  'scripts/offline-bundle.ts',
  'scripts/contract.ts',
  'scripts/sweep.ts',
  'scripts/shots.ts',
  'scripts/mutate.ts',
  'bench/bench.ts',
]

test.concurrent.each(scripts)(
  '%s refuses an unknown option with one sentence, and nothing else',
  async (script) => {
    const { code, out, problems } = await run(script, '--no-such-option')
    expect(problems).toBe('There is no option --no-such-option. "--help" lists all.\n')
    expect([code === 0, out]).toEqual([false, ''])
  },
)

test.concurrent.each([
  [
    'scripts/start.ts',
    ['--prot', '80'],
    'There is no option --prot; did you mean "--port"? "--help" lists all.',
  ],
  [
    'scripts/start.ts',
    ['--config', 'missing.json'],
    '--config missing.json: there is no such file or folder.',
  ],
  ['scripts/start.ts', ['--world', 'missing.yaml'], 'missing.yaml: there is no such file or folder.'],
  ['scripts/hosting.ts', ['--config', 'missing.json'], 'missing.json: there is no such file or folder.'],
  ['scripts/hosting.ts', ['--base', '../x'], '--base must be a path such as /demo/'],
  ['scripts/shots.ts', ['--route', 'nowhere'], 'No page is called nowhere; "--help" lists all.'],
  ['scripts/offline-bundle.ts', ['--out', 'package.json'], '--out must be a folder; package.json is a file.'],
  ['scripts/check.ts', ['--fix'], '"npm run check" takes no options.'],
  ['scripts/test.ts', ['e2e'], '"npm test" takes no options. For some of the tests: npx vitest run PATH'],
  ['scripts/coherence.mjs', ['many'], 'The number of draws must be a whole number, not "many".'],
  ['scripts/hostile-responses.ts', ['faulst'], 'There are no tests called "faulst"; there are '],
  ['scripts/drift.ts', [], '--api must be a URL such as https://api.example.com'],
  ['scripts/drive.ts', [], '--api'],
])('%s %j: one sentence, last, without usage or jargon', async (script, args, sentence) => {
  const { code, problems } = await run(script, ...args)
  expect(problems.startsWith(sentence), problems).toBe(true)
  expect(problems.trim().split('\n')).toHaveLength(1)
  expect(problems).not.toMatch(/ENOENT|at .*\.ts:\d/)
  expect(code).not.toBe(0)
})
