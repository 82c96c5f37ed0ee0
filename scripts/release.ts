import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { build } from './build.ts'
import { basePath } from './hosting/base-path.ts'
import { archiveOf } from './release/archive.ts'

const USAGE = `npm run release [-- options]
Writes the build as flotilla-VERSION.tar.gz, and SHA256SUMS. The same commit gives the same bytes.
  --base PATH    the path below which it will be served, such as /demo/ (default: /)
  --out FOLDER   where the files go (default: release)
`

const root = join(import.meta.dirname, '..')

/** When the commit was made, or what SOURCE_DATE_EPOCH says (https://reproducible-builds.org/specs/source-date-epoch). */
function releaseTime(): Date {
  const asked = process.env.SOURCE_DATE_EPOCH
  const seconds =
    asked ?? spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout
  if (!/^\d+\s*$/.test(seconds ?? ''))
    throw new Error(
      'There is no commit to name the moment of this release: set SOURCE_DATE_EPOCH to its seconds.',
    )
  return new Date(Number(seconds) * 1000)
}

export interface ReleaseOptions {
  base?: string
  out: string
  at: Date
}

/** Names of the files written. */
export async function release({ base = '/', out, at }: ReleaseOptions): Promise<string[]> {
  const folder = join(root, 'node_modules/.cache', `flotilla-release-${process.pid}`)
  try {
    await build({ base, out: folder, logLevel: 'error', at })
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
    const name = `flotilla-${manifest.version}`
    const files = new Map([[`${name}.tar.gz`, archiveOf(folder, name, at)]])
    mkdirSync(out, { recursive: true })
    for (const [name, bytes] of files) writeFileSync(join(out, name), bytes)
    const sums = [...files].map(
      ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
    )
    writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
    return [...files.keys(), 'SHA256SUMS']
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { values } = parseArgs({
      options: {
        base: { type: 'string', default: '/' },
        out: { type: 'string', default: join(root, 'release') },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(USAGE)
    } else {
      const changed = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout
      if (changed)
        process.stderr.write('Some files are not as committed: this release has what no commit has.\n')
      const names = await release({
        base: basePath(values.base),
        out: resolve(values.out),
        at: releaseTime(),
      })
      process.stdout.write(`${names.join(', ')} are in ${resolve(values.out)}\n`)
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exitCode = 2
  }
}
