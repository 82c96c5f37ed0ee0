// Prepares the project: installs every package of the lockfile, including the Node version the scripts are written for.
// Uses Node built-ins only: it runs before anything is installed, on any Node version.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
const OLDEST_NPM = 9
/** TypeScript runs without a build step from this version on. */
const WANTED_NODE = 24
/** Up to so many missing packages are installed alone; if more are missing, all are installed again. */
const FEW = 20

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const runningNode = Number(process.versions.node.split('.')[0])
const windows = process.platform === 'win32'

function fail(message) {
  process.stderr.write(`\n${message}\n\n`)
  process.exit(1)
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Where the locked Node of this platform is once it is installed; undefined if none is published for it. */
function lockedNode(locked) {
  const name = [
    `node-${windows ? 'win' : process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ].find((each) => locked[`node_modules/${each}`])
  return name && join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
}

let libcOfThisMachine

function libc() {
  if (!libcOfThisMachine) {
    process.report.excludeNetwork = true
    libcOfThisMachine = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  }
  return libcOfThisMachine
}

/** Whether an optional package is made for this platform only. */
function madeForThisMachine({ os, cpu, libc: madeFor }) {
  const names = (list, value) => [list].flat().includes(value)
  return (
    Boolean(os && cpu) &&
    names(os, process.platform) &&
    names(cpu, process.arch) &&
    (!madeFor || names(madeFor, libc()))
  )
}

/** The packages that are not installed as the lockfile specifies. */
function missing(locked) {
  const have = packagesOf('node_modules/.package-lock.json')
  if (!have) return Object.keys(locked)
  return Object.entries(locked)
    .filter(([path, entry]) => {
      if (path === '' || entry.link) return false
      const installed = have[path]
      if (!installed) return !entry.optional || madeForThisMachine(entry)
      const same = installed.version === entry.version && installed.integrity === entry.integrity
      return !same || !existsSync(join(root, path, 'package.json'))
    })
    .map(([path]) => path)
}

function npmVersion() {
  const agent = /\bnpm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')
  if (agent) return Number(agent[1])
  const asked = spawnSync('npm', ['--version'], { shell: windows, encoding: 'utf8' })
  if (asked.error || asked.status !== 0)
    fail('npm was not found. Install Node.js with npm from https://nodejs.org and run this again.')
  return Number.parseInt(asked.stdout, 10)
}

/**
 * Installs the packages of the lockfile. `ci` starts from an empty folder; `install --no-save` adds only what is missing, and leaves
 * the lockfile as it is.
 */
function npmInstalls(node, command) {
  // Development packages and the locked Node are needed even with NODE_ENV=production or omit=optional.
  const args = [
    ...command,
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath
  // npm's output goes to stderr, because some scripts guarantee what stdout contains. npm itself looks for Node on PATH.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  const options = { cwd: root, stdio: ['ignore', 2, 2], env }
  const done =
    npm && basename(npm) === 'npm-cli.js'
      ? spawnSync(node, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: windows })
  if (done.error) fail(`npm could not be started: ${done.error.message}`)
  if (done.signal) process.exit(130)
  return done.status === 0
}

function npmCi(node = process.execPath) {
  if (!npmInstalls(node, ['ci'])) {
    fail(
      'npm could not install the packages (its message is above). Check the network connection and the free disk space, then run this again.',
    )
  }
}

/** npm skips optional packages that do not support the Node it runs on; the locked Node supports them all. */
function installAgainWith(node) {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-node-'))
  try {
    const copy = join(folder, windows ? 'node.exe' : 'node')
    copyFileSync(node, copy)
    npmCi(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs one set-up at a time: two would delete each other's files. */
function withLock(work) {
  const lock = join(
    tmpdir(),
    `flotilla-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`,
  )
  for (let isAnnounced = false; ;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    let owner = 0
    try {
      owner = Number(readFileSync(lock, 'utf8'))
    } catch {
      continue
    }
    if (owner && !isRunning(owner)) {
      rmSync(lock, { force: true })
      continue
    }
    if (!isAnnounced) process.stderr.write('Waiting for another installation of this project to finish…\n')
    isAnnounced = true
    sleep(300)
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    work()
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

/** Installs missing packages; returns the path of a Node that runs TypeScript. */
function ensure() {
  if (runningNode < OLDEST_NODE) {
    fail(
      `Flotilla needs Node.js ${OLDEST_NODE} or newer; this is ${process.version}. Install a newer one from https://nodejs.org and run this again.`,
    )
  }
  const locked = packagesOf('package-lock.json')
  if (!locked)
    fail(
      'package-lock.json is missing or damaged. Restore it (git checkout package-lock.json) and run this again.',
    )
  const node = runningNode >= WANTED_NODE ? process.execPath : lockedNode(locked)
  if (!node) {
    fail(
      `No Node.js ${WANTED_NODE} is published for ${process.platform} ${process.arch}. Install Node.js ${WANTED_NODE} or newer from https://nodejs.org and run this again.`,
    )
  }
  if (missing(locked).length === 0) return node

  withLock(() => {
    if (missing(locked).length === 0) return
    const npm = npmVersion()
    if (npm < OLDEST_NPM)
      fail(
        `Flotilla needs npm ${OLDEST_NPM} or newer; this is npm ${npm}. Run "npm install --global npm@11" and try again.`,
      )
    const lacking = missing(locked)
    const isFew = existsSync(join(root, 'node_modules/.package-lock.json')) && lacking.length <= FEW
    if (isFew) {
      const names = lacking.map((path) => path.replace(/^.*node_modules\//, '')).join(', ')
      process.stderr.write(`Setting up: installing ${names}…\n`)
      npmInstalls(process.execPath, ['install', '--no-save', '--prefer-offline'])
    }
    if (!isFew || missing(locked).length > 0) {
      process.stderr.write(
        'Setting up: installing the packages of package-lock.json (once; from half a minute to several, depending on network and disk)…\n',
      )
      npmCi()
    }
    const left = missing(locked)
    if (left.length > 0 && node !== process.execPath && existsSync(node)) installAgainWith(node)
    if (!existsSync(node))
      fail(
        `npm did not install ${node}. Install Node.js ${WANTED_NODE} or newer from https://nodejs.org and run this again.`,
      )
    process.stderr.write('Packages are installed.\n')
  })
  return node
}

/** A Node that runs TypeScript: the current one, or the locked one. */
export const node = ensure()

/** Whether the current Node runs TypeScript. */
export const runsTypeScript = runningNode >= WANTED_NODE
