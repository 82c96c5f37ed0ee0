import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { compressFolder } from './hosting/compression.ts'

const root = join(import.meta.dirname, '..')

/** Where the built dashboard lies. */
export const dist = join(root, 'dist')

const SOURCES = [
  'index.html',
  'package-lock.json',
  'postcss.config.cjs',
  'postcss.config.js',
  'tsconfig.json',
  'vite.config.ts',
  'mocks',
  'openapi/generated',
  'public',
  'scripts/build.ts',
  'scripts/chunks.ts',
  'scripts/hosting',
  'scripts/page-files.ts',
  'simulator',
  'src',
]

function filesUnder(path: string): string[] {
  const info = statSync(join(root, path), { throwIfNoEntry: false })
  if (!info) return []
  if (info.isFile()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`))
}

/** A name for everything that a build is made from: the same sources always give the same one. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesUnder)) {
    if (/\.(test\.tsx?|md)$/.test(path)) continue
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  for (const name of Object.keys(process.env)
    .filter((each) => each.startsWith('VITE_'))
    .sort()) {
    hash.update(`${name}=${process.env[name]}\0`)
  }
  return hash.digest('hex').slice(0, 16)
}

function builtFrom(): string | undefined {
  try {
    const stamp: unknown = JSON.parse(readFileSync(join(dist, 'build-time.json'), 'utf8'))
    const known =
      typeof stamp === 'object' && stamp !== null && 'sources' in stamp ? stamp.sources : undefined
    return typeof known === 'string' ? known : undefined
  } catch {
    return undefined
  }
}

/**
 * Builds the dashboard into dist/ and beside it `build-time.json`, by which an open page notices that it is old.
 * The folder is replaced only when the build has succeeded. Throws with a sentence when it has not.
 */
export async function build(logLevel: 'warn' | 'error' = 'warn'): Promise<void> {
  const sources = sourcesHash()
  const fresh = join(root, 'node_modules/.cache', `flotilla-build-${process.pid}`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  try {
    const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', logLevel]
    // Whoever asks for a build, a test runner for one, must not make it a development build.
    const env = { ...process.env, NODE_ENV: 'production' }
    const done = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
    if (done.status !== 0) throw new Error('The dashboard could not be built; the reason is above.')
    writeFileSync(
      join(fresh, 'build-time.json'),
      `${JSON.stringify({ builtAt: new Date().toISOString(), sources })}\n`,
    )
    await compressFolder(fresh)
    rmSync(dist, { recursive: true, force: true })
    renameSync(fresh, dist)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Builds only when a source has changed since the last build. */
export async function buildIfStale(): Promise<void> {
  if (builtFrom() === sourcesHash()) return
  process.stderr.write('Building the dashboard…\n')
  const start = performance.now()
  await build('error')
  process.stderr.write(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.\n`)
}

if (process.argv[1] === import.meta.filename) {
  const start = performance.now()
  try {
    await build()
    process.stdout.write(`dist/ is built in ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
