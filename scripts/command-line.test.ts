import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listenProblem } from './command-line.ts'

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

test.each([
  ['EACCES', 'Port 80 needs more privileges. Choose a port above 1023 with --port N.'],
  ['EADDRNOTAVAIL', '--host 192.0.2.1 is not an address of this machine.'],
  ['ENOTFOUND', '--host 192.0.2.1 is not an address of this machine.'],
  ['EADDRINUSE', undefined],
])('why a server cannot listen: %s', (code, sentence) => {
  expect(listenProblem(Object.assign(new Error(`listen ${code}`), { code }), 80, '192.0.2.1')).toBe(sentence)
})

// Whether the sentence is the last thing a process prints; all scripts and inputs are in wrong-input.test.ts.
test.concurrent.each([
  [
    'scripts/start.ts',
    ['--prot', '80'],
    'There is no option --prot; did you mean "--port"? "--help" lists all.',
  ],
  ['scripts/test.ts', ['e2e'], '"npm test" takes no options. For some of the tests: npx vitest run PATH'],
])('%s %j: one sentence, last, without usage or jargon', async (script, args, sentence) => {
  const { code, problems } = await run(script, ...args)
  expect(problems.startsWith(sentence), problems).toBe(true)
  expect(problems.trim().split('\n')).toHaveLength(1)
  expect(problems).not.toMatch(/ENOENT|at .*\.ts:\d/)
  expect(code).not.toBe(0)
})
