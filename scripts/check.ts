import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { noArguments } from './command-line.ts'

const root = join(import.meta.dirname, '..')
const bin = (...path: string[]) => join(root, 'node_modules', ...path)

export interface Check {
  name: string
  /** The command to run: a Node script, or a program. */
  command: readonly string[]
}

const CRUISED = ['openapi', 'simulator', 'mocks', 'kit', 'src', 'tests', 'e2e', 'bench']

/** The static checks. */
export const checks: readonly Check[] = [
  { name: 'types', command: [bin('@typescript/native/bin/tsc')] },
  { name: 'lint', command: [bin('oxlint/bin/oxlint')] },
  { name: 'format', command: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  {
    name: 'imports',
    command: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      ...CRUISED,
    ],
  },
  { name: 'unused', command: [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'] },
  { name: 'contract', command: ['scripts/contract.ts', '--check'] },
  { name: 'requirements', command: ['scripts/requirements.ts', '--check'] },
]

export interface CheckResult {
  name: string
  passed: boolean
  output: string
  seconds: number
}

function runCheck({ name, command }: Check): Promise<CheckResult> {
  const start = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const finish = (passed: boolean) =>
      resolve({ name, passed, output: output.trim(), seconds: (performance.now() - start) / 1000 })
    child.on('error', (error) => {
      output += error.message
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}

/** Runs all checks, two at a time, and reports each as it ends. */
export async function runChecks(tell: (result: CheckResult) => void): Promise<CheckResult[]> {
  const waiting = [...checks]
  const results: CheckResult[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runCheck(next)
      results.push(result)
      tell(result)
    }
  }
  await Promise.all([work(), work()])
  return results
}

/** One line for a check that passed; the output of the tool for one that failed. Warnings are always shown. */
export function describeCheck({ name, passed, output, seconds }: CheckResult): string {
  const line = `${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`
  const worthShowing = !passed || /\bwarning\b/i.test(output.replace(/\b0 warnings?\b/g, ''))
  return worthShowing && output ? `${line}\n${output.replace(/^/gm, '    ')}` : line
}

if (process.argv[1] === import.meta.filename) {
  noArguments('npm run check')
  const results = await runChecks((result) => process.stdout.write(`${describeCheck(result)}\n`))
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name)
  process.stdout.write(failed.length === 0 ? 'All checks passed.\n' : `Failed checks: ${failed.join(', ')}\n`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
