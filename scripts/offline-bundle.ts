import { spawnSync } from 'node:child_process'
import type { SpawnSyncOptionsWithStringEncoding } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { checkOutput, errorSentence, readArguments } from './command-line.ts'
import {
  inCache,
  lockedPackages,
  lockOfBundle,
  type LockedPackage,
  type Lockfile,
  type Platform,
} from './offline-bundle/locked-packages.ts'

const USAGE = `npm run offline-bundle [-- options]
Writes one archive with the sources (in a clone: what git has of them) and all packages of package-lock.json, so that a machine of
the same platform without a registry can install, build and test: unpack it, then "npm start" or "npm test" in its folder.
  --out FOLDER   the output folder (default: release)
`

const root = join(import.meta.dirname, '..')
/** The folder of the packages in the bundle. */
const PACKAGES = 'packages'
/** Made by tools, or of this machine only; in the folder of the project. */
const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  'release',
  'shots',
  'test-results',
  'playwright-report',
  'coverage',
  'package',
  PACKAGES,
])
/** `npm cache add` takes several packages at once; a command line has a limit. */
const AT_ONCE = 40
const WINDOWS = process.platform === 'win32'

export interface BundleOptions {
  /** The project. */
  from: string
  /** The folder of the archive. */
  out: string
  name: string
  /** The folder of npm's cache. */
  cache: string
  platform: Platform
  /** Called before each step that takes time. */
  report: (step: string) => void
}

/** Runs npm; returns what it prints. */
function npm(args: readonly string[], problem: string): string {
  const path = process.env.npm_execpath
  const isScript = path !== undefined && basename(path) === 'npm-cli.js'
  const options: SpawnSyncOptionsWithStringEncoding = {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }
  const done = isScript
    ? spawnSync(process.execPath, [path, ...args], options)
    : spawnSync('npm', args, { ...options, shell: WINDOWS })
  if (done.status !== 0) throw new Error(problem)
  return done.stdout.trim()
}

/** Downloads what npm's cache lacks, and returns the archive of each package. */
function* archivesOf(packages: readonly LockedPackage[], { cache, report }: BundleOptions) {
  const missing = packages.filter(({ integrity }) => inCache(cache, integrity) === undefined)
  if (missing.length > 0) report(`Downloading ${missing.length} of ${packages.length} packages…`)
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    const specs = missing.slice(at, at + AT_ONCE).map(({ spec }) => spec)
    npm(
      ['cache', 'add', ...specs, '--cache', cache],
      'Not all packages could be downloaded. Check the network connection, then run this again.',
    )
  }
  for (const each of packages) {
    const bytes = inCache(cache, each.integrity)
    if (bytes === undefined)
      throw new Error(
        `The registry has another ${each.spec} than package-lock.json, or npm did not store it.`,
      )
    yield { file: each.file, bytes }
  }
}

/** The files of git below a folder that is a clone, with the folders that they are in; undefined if that is not known. */
function trackedIn(folder: string): Set<string> | undefined {
  if (!existsSync(join(folder, '.git'))) return undefined
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = status === 0 ? stdout.split('\0').filter((file) => file !== '') : []
  if (files.length === 0) return undefined
  const tracked = new Set(files)
  // The loop also visits what is added while it runs.
  for (const path of tracked) if (path.includes('/')) tracked.add(path.slice(0, path.lastIndexOf('/')))
  return tracked
}

/** What identifies a user to a registry or proxy. */
const SECRET_SETTING =
  /^\s*\/\/|auth|password|token|username|email|certfile|keyfile|^\s*(key|cert)\b|:\/\/[^/]*@/i

/** Copies the sources; nothing of `without`, and no secrets of this machine. */
function copySources(from: string, to: string, without: readonly string[]): void {
  const tracked = trackedIn(from)
  const isWanted = (path: string, name: string) =>
    !without.includes(resolve(from, path)) &&
    name !== '.git' &&
    name !== 'node_modules' &&
    !name.startsWith('.env') &&
    (tracked === undefined || tracked.has(path))
  const copy = (folder: string) => {
    mkdirSync(join(to, folder), { recursive: true })
    for (const each of readdirSync(join(from, folder), { withFileTypes: true })) {
      const path = folder === '' ? each.name : `${folder}/${each.name}`
      if (!isWanted(path, each.name) || LEFT_OUT.has(path)) continue
      if (each.isDirectory()) copy(path)
      else if (each.name === '.npmrc')
        writeFileSync(join(to, path), withoutSecrets(readFileSync(join(from, path), 'utf8')))
      else cpSync(join(from, path), join(to, path), { verbatimSymlinks: true })
    }
  }
  copy('')
}

const withoutSecrets = (settings: string) =>
  settings
    .split('\n')
    .filter((line) => !SECRET_SETTING.test(line))
    .join('\n')

/** Writes the bundle; returns its path. It unpacks into a folder of its name. */
export function writeBundle(options: BundleOptions): string {
  const { from, out, name, platform, report } = options
  const lock = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as Lockfile
  const packages = lockedPackages(lock, platform)
  mkdirSync(out, { recursive: true })
  const folder = join(resolve(out), `.${name}-${process.pid}`, name)
  const archive = join(resolve(out), `${name}.tar`)
  try {
    mkdirSync(join(folder, PACKAGES), { recursive: true })
    report('Copying the sources…')
    copySources(from, folder, [resolve(out) === resolve(from) ? archive : resolve(out), dirname(folder)])
    for (const { file, bytes } of archivesOf(packages, options))
      writeFileSync(join(folder, PACKAGES, file), bytes)
    writeFileSync(
      join(folder, 'package-lock.json'),
      `${JSON.stringify(lockOfBundle(lock, platform, PACKAGES), null, 2)}\n`,
    )
    report(`Packing the sources and ${packages.length} packages…`)
    // The packages are compressed already.
    const done = spawnSync('tar', ['-cf', archive, '-C', dirname(folder), name], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (done.error !== undefined) throw new Error('"tar" was not found. Install it, then run this again.')
    if (done.status !== 0) throw new Error(`"tar" could not write ${archive}. Is the disk full?`)
    return archive
  } finally {
    rmSync(dirname(folder), { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { values } = readArguments({
      options: {
        out: { type: 'string', default: join(root, 'release') },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) process.stdout.write(USAGE)
    else {
      checkOutput('--out', values.out, 'folder')
      const platform = { os: process.platform, cpu: process.arch }
      const archive = writeBundle({
        from: root,
        out: resolve(values.out),
        name: `flotilla-${manifest.version}-offline-${platform.os}-${platform.cpu}`,
        cache: npm(['config', 'get', 'cache'], 'npm was not found. Install Node.js with npm.'),
        platform,
        report: (step) => process.stderr.write(`${step}\n`),
      })
      const megabytes = (statSync(archive).size / 1_000_000).toFixed(0)
      process.stdout.write(`${archive} is written (${megabytes} MB)\n`)
    }
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    process.exitCode = 2
  }
}
