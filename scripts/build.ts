import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { checkOutput, errorSentence, readArguments, UsageError } from './command-line.ts'
import { basePath } from './hosting/base-path.ts'
import { compressFolder } from './hosting/compression.ts'
import { checkedConfig, configFileAt } from './hosting/config-file.ts'

const root = join(import.meta.dirname, '..')

/** False in the installed package, which contains a finished build. */
export const canBuild: boolean = true

/** The folder of the built dashboard. */
export const dist = join(root, 'dist')

/** The configuration that is part of a build. */
export const usualConfig = join(root, 'public/config.json')

const USAGE = `npm run build [-- options]
Writes the static files of the dashboard.
  --base PATH    the path they are served below, such as /demo/ (default: /)
  --config FILE  the configuration (default: public/config.json)
  --out FOLDER   the output folder (default: dist)
`

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
  'scripts/class-names.ts',
  'scripts/hosting',
  'scripts/icons-by-file.ts',
  'scripts/join-files.ts',
  'scripts/large-towns.ts',
  'scripts/late-bindings.ts',
  'scripts/map-data.ts',
  'scripts/mended-packages.ts',
  'scripts/packages-of-page.ts',
  'scripts/page-files.ts',
  'scripts/queries-by-file.ts',
  'scripts/script-links.ts',
  'scripts/stable-names.ts',
  'scripts/pseudo-language.ts',
  'scripts/third-party-licenses.ts',
  'scripts/town-data.ts',
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

/** A hash of everything a build is made from: equal for equal sources. */
function sourcesHash(base: string): string {
  const hash = createHash('sha256').update(`${base}\0`)
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

/** The stamp of a build; undefined if there is no build. */
export function buildStamp(folder: string): { sources: string; base: string } | undefined {
  try {
    const stamp: unknown = JSON.parse(readFileSync(join(folder, 'build-time.json'), 'utf8'))
    if (typeof stamp !== 'object' || stamp === null || !('sources' in stamp && 'base' in stamp))
      return undefined
    return { sources: String(stamp.sources), base: String(stamp.base) }
  } catch {
    return undefined
  }
}

export interface BuildOptions {
  /** The path the dashboard is served below, such as `/demo/`. */
  base?: string
  /** The output folder. */
  out?: string
  logLevel?: 'warn' | 'error'
  /** The build time to write into the stamp. */
  at?: Date
  /** The configuration that becomes part of the build. */
  config?: string
  /** Called before each step that takes time. */
  report?: (step: string) => void
}

/**
 * Builds the dashboard into dist/, with `build-time.json`, by which an open page detects a newer build. Replaces the folder only
 * if the build succeeds.
 * @throws Error with a message for the user
 */
export async function build({
  base = '/',
  out = dist,
  logLevel = 'warn',
  at = new Date(),
  config = usualConfig,
  report,
}: BuildOptions = {}): Promise<void> {
  const { text } = configFileAt(config)
  checkedConfig({ name: config === usualConfig ? 'public/config.json' : config, text })
  const sources = config === usualConfig ? sourcesHash(base) : sourcesHash(`${base}\0${text}`)
  const fresh = join(root, 'node_modules/.cache', `flotilla-build-${process.pid}`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  try {
    const args = [vite, 'build', '--base', base, '--outDir', fresh, '--emptyOutDir', '--logLevel', logLevel]
    // A caller such as a test runner may have set another NODE_ENV, which would make it a development build.
    const env = { ...process.env, NODE_ENV: 'production' }
    report?.('1 of 2: compiling the sources…')
    const done = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
    if (done.status !== 0) throw new Error('The dashboard could not be built; the reason is above.')
    writeFileSync(join(fresh, 'config.json'), text)
    const builtAt = at.toISOString()
    const page = join(fresh, 'index.html')
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(
        '</title>',
        `</title>\n    <meta name="built-at" content="${builtAt}" />`,
      ),
    )
    // Static hosts without rewrite rules answer unknown paths with this page.
    copyFileSync(page, join(fresh, '404.html'))
    writeFileSync(join(fresh, 'build-time.json'), `${JSON.stringify({ builtAt, sources, base })}\n`)
    writeFileSync(join(fresh, 'offline-files.json'), JSON.stringify({ builtAt, files: offlineFiles(fresh) }))
    report?.('2 of 2: compressing the files…')
    await compressFolder(fresh)
    rmSync(out, { recursive: true, force: true })
    move(fresh, out)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** What a browser saves for offline use: all that a page can load. '' is the page itself. */
function offlineFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const isLeftOut = /^(?:\.|404\.html$|index\.html$|mockServiceWorker\.js$)/
  return ['', ...files.filter((file) => !isLeftOut.test(file)).toSorted()]
}

function move(folder: string, to: string): void {
  try {
    renameSync(folder, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    // On another disk. Keep timestamps: a compressed file must not look older than its original.
    cpSync(folder, to, { recursive: true, preserveTimestamps: true })
  }
}

/** Builds only if a source file or the base path has changed since the last build. */
export async function buildIfStale(base = '/'): Promise<void> {
  if (buildStamp(dist)?.sources === sourcesHash(base)) return
  process.stderr.write(
    'Building the dashboard, which is needed after each change of a source (a minute or two on two cores):\n',
  )
  const start = performance.now()
  const report = (step: string) => void process.stderr.write(`  ${step}\n`)
  await build({ base, logLevel: 'error', report })
  process.stderr.write(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.\n`)
}

if (process.argv[1] === import.meta.filename) {
  const start = performance.now()
  try {
    const { values } = readArguments({
      options: {
        base: { type: 'string', default: '/' },
        out: { type: 'string', default: dist },
        config: { type: 'string', default: usualConfig },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(USAGE)
      process.exit()
    }
    checkOutput('--out', values.out, 'folder')
    await build({ base: basePath(values.base), out: resolve(values.out), config: values.config })
    process.stdout.write(
      `${values.out === dist ? 'dist/' : values.out} is built in ${((performance.now() - start) / 1000).toFixed(1)} s\n`,
    )
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
