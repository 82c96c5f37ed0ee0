import type { Steps } from '../kernel/kernel.ts'
import { calculate, ArithmeticProblem } from '../language/arithmetic.ts'
import type { Process, Program } from '../process.ts'

const VERSIONS: Readonly<Record<string, string>> = {
  node: 'v20.18.0',
  npm: '10.8.2',
  python3: 'Python 3.11.2',
  pip3: 'pip 23.0.1 from /usr/lib/python3/dist-packages/pip (python 3.11)',
  git: 'git version 2.39.5',
  psql: 'psql (PostgreSQL) 16.4',
  postgres: 'postgres (PostgreSQL) 16.4',
}

/** The version that the environment of the image names, else that of the image of this kind. */
function versionOf({ name, environment }: Process): string {
  const own =
    name === 'node'
      ? environment.get('NODE_VERSION')
      : name === 'python3'
        ? environment.get('PYTHON_VERSION')
        : undefined
  if (own !== undefined) return name === 'node' ? `v${own}` : `Python ${own}`
  return VERSIONS[name] ?? ''
}

/** The text of an expression that needs no interpreter; null for any other. */
function simpleValue(process: Process, source: string): string | null {
  const text = source.trim().replace(/;$/, '')
  const quoted = /^(['"`])([^'"`\\]*)\1$/.exec(text)
  if (quoted) return quoted[2] ?? ''
  const variable =
    /^process\.env\.(\w+)$/.exec(text)?.[1] ??
    /^os\.(?:environ\[['"](\w+)['"]\]|getenv\(['"](\w+)['"]\))$/
      .exec(text)
      ?.slice(1)
      .find((it) => it !== undefined)
  if (variable !== undefined)
    return process.environment.get(variable) ?? (process.name === 'node' ? 'undefined' : 'None')
  const { machine } = process
  const known: Record<string, string> = {
    'process.version': versionOf(process),
    'process.arch': machine.isIntel()
      ? 'x64'
      : machine.device().hardware.arch === 'aarch64'
        ? 'arm64'
        : 'arm',
    'process.platform': 'linux',
    'process.cwd()': process.cwd,
    'os.hostname()': machine.hostname(),
    "require('os').hostname()": machine.hostname(),
    'sys.version': '3.11.2 (main) [GCC 12.2.0]',
    'platform.machine()': machine.architecture(),
    'Date.now()': String(machine.ownTime()),
  }
  if (Object.hasOwn(known, text)) return known[text] ?? null
  if (!/^[\d\s+\-*()%<>&|^]+$/.test(text) || text === '') return null
  try {
    return calculate(text, { get: () => '', set: () => {} }).toString()
  } catch (problem) {
    if (problem instanceof ArithmeticProblem) return null
    throw problem
  }
}

/** Prints versions and simple expressions; programs of users are not run. */
const runtime: Program = (process) => {
  const [first, source = ''] = process.args
  if (first === '--version' || first === '-v' || first === '-V') {
    process.out(`${versionOf(process)}\n`)
    return 0
  }
  const isExpression = first === '-p' || first === '-pe' || first === '--print'
  if (isExpression || first === '-e' || first === '-c' || first === '--eval') {
    const statements = source
      .split(/;\s*(?![^(]*\))/)
      .map((it) => it.trim())
      .filter((it) => it !== '' && !/^import \w+(?:, \w+)*$/.test(it))
    const results: string[] = []
    for (const it of statements) {
      const printed = /^(?:console\.log|print)\(([\s\S]*)\)$/.exec(it)?.[1]
      const value = simpleValue(process, printed ?? it)
      if (value === null) return unsupported(process)
      if (printed !== undefined || isExpression) results.push(value)
    }
    process.out(results.map((it) => `${it}\n`).join(''))
    return 0
  }
  return unsupported(process)
}

function unsupported(process: Process): number {
  return process.fail(
    'a simulated container prints versions and simple expressions, and runs no other programs',
  )
}

function* pgIsReady(process: Process): Steps<number> {
  yield* process.sleep(20)
  process.out('/var/run/postgresql:5432 - accepting connections\n')
  return 0
}

export const runtimePrograms: Record<string, Program> = {
  git: runtime,
  node: runtime,
  npm: runtime,
  pg_isready: pgIsReady,
  pip3: runtime,
  postgres: runtime,
  psql: runtime,
  python3: runtime,
}
