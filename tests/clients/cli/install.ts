import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A separate package, to keep the dependencies of the CLI apart from the project's. */
const folder = join(import.meta.dirname, 'installed')
const packages = join(folder, 'node_modules')

/** The lockfile from which the packages were installed. */
const stamp = join(packages, '.installed-from')

/** The CLI's start script; it exists after `setup`. */
export const cliScript = join(packages, 'balena-cli/bin/run.js')

const lockfileHash = () =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')

const isInstalled = () =>
  existsSync(cliScript) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfileHash()

/**
 * Installs the official CLI, unless the packages of its lockfile are installed. Vitest calls it once before the first of these
 * tests, only if one of them runs.
 */
export function setup(): void {
  if (isInstalled()) return
  process.stderr.write('Installing the official CLI for its tests (once, about half a minute)…\n')
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const windows = process.platform === 'win32'
  const done = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: windows })
  if (done.status !== 0) {
    const why = done.error ? done.error.message : 'its message is above'
    throw new Error(`npm could not install the official CLI of tests/clients/cli/installed (${why})`)
  }
  writeFileSync(stamp, lockfileHash())
}
