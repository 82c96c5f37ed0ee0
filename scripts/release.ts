import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { build, usualConfig } from './build.ts'
import { checkOutput, errorSentence, readArguments } from './command-line.ts'
import { basePath } from './hosting/base-path.ts'
import { checkedConfig, configFileAt } from './hosting/config-file.ts'
import { packKit, writeKit } from './kit.ts'
import { createArchive } from './release/archive.ts'

const USAGE = `npm run release [-- options]
Writes the build as flotilla-VERSION.tar.gz, the npm package as flotilla-VERSION.tgz, and SHA256SUMS. Releases are
reproducible for each commit.
  --base PATH    the base path, such as /demo/ (default: /)
  --config FILE  the configuration in the archive (default: public/config.json)
  --out FOLDER   the output folder (default: release)
`

const root = join(import.meta.dirname, '..')

/** The time of the commit, or SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch). */
function releaseTime(): Date {
  const epoch = process.env.SOURCE_DATE_EPOCH
  const seconds =
    epoch ?? spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout
  if (!/^\d+\s*$/.test(seconds ?? ''))
    throw new Error('There is no commit to take the release date from. Set SOURCE_DATE_EPOCH.')
  return new Date(Number(seconds) * 1000)
}

export interface ReleaseOptions {
  base?: string
  out: string
  at: Date
  /** The configuration in the archive. */
  config?: string
}

async function kitOf(dashboard: string, out: string): Promise<string> {
  const folder = `${dashboard}-kit`
  try {
    await writeKit(folder, dashboard)
    return packKit(folder, out)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds a release. Returns the names of the files written. */
export async function release({
  base = '/',
  out,
  at,
  config = usualConfig,
}: ReleaseOptions): Promise<string[]> {
  const folder = join(root, 'node_modules/.cache', `flotilla-release-${process.pid}`)
  try {
    await build({ base, out: folder, logLevel: 'error', at, config })
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
    const name = `flotilla-${manifest.version}`
    mkdirSync(out, { recursive: true })
    writeFileSync(join(out, `${name}.tar.gz`), createArchive(folder, at))
    // An installed dashboard is served from the root of its own server.
    const packages = base === '/' ? [await kitOf(folder, out)] : []
    const files = [`${name}.tar.gz`, ...packages]
    const sumOf = (file: string) =>
      createHash('sha256')
        .update(readFileSync(join(out, file)))
        .digest('hex')
    writeFileSync(join(out, 'SHA256SUMS'), files.map((file) => `${sumOf(file)}  ${file}\n`).join(''))
    return [...files, 'SHA256SUMS']
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { values } = readArguments({
      options: {
        base: { type: 'string', default: '/' },
        config: { type: 'string', default: usualConfig },
        out: { type: 'string', default: join(root, 'release') },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(USAGE)
    } else {
      checkOutput('--out', values.out, 'folder')
      const base = basePath(values.base)
      checkedConfig(configFileAt(values.config))
      const changed = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout
      if (changed)
        process.stderr.write('Warning: some files have uncommitted changes, which this release contains.\n')
      const names = await release({
        base,
        config: values.config,
        out: resolve(values.out),
        at: releaseTime(),
      })
      process.stdout.write(`${names.join(', ')} written to ${resolve(values.out)}\n`)
    }
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    process.exitCode = 2
  }
}
