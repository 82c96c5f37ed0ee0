import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of its own, so that what the CLI needs is nowhere near what the project needs. */
const folder = join(import.meta.dirname, 'installed')
const packages = join(folder, 'node_modules')

/** Says which lockfile the packages were installed from. */
const stamp = join(packages, '.installed-from')

/** The CLI's start script; it exists once `setup` has ended. */
export const cliScript = join(packages, 'balena-cli/bin/run.js')

const lockfileHash = () =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')

const isInstalled = () =>
  existsSync(cliScript) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfileHash()

/**
 * Installs the official CLI; nothing is done when what its lockfile says is there. Vitest runs it once, before the first of
 * these tests and only if one of them is to run.
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
