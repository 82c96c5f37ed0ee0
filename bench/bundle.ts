import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { bundleBounds, type Bound } from './budgets.ts'
import type { Figure } from './report.ts'
import { withBuild } from './served.ts'

/** A page, and the lazily loaded modules it needs besides the entry, as named by the router. */
interface Route {
  name: string
  modules: string[]
}

const SHELL = 'src/app/shell/Shell.tsx'

const routes: Route[] = [
  { name: 'sign-in', modules: ['src/app/pages/LoginPage.tsx'] },
  { name: 'fleet list', modules: [SHELL, 'src/features/fleets/FleetsPage.tsx'] },
  {
    name: 'fleet summary',
    modules: [SHELL, 'src/features/fleets/FleetPage.tsx', 'src/features/fleets/FleetSummaryPage.tsx'],
  },
  {
    name: 'device table',
    modules: [SHELL, 'src/features/fleets/FleetPage.tsx', 'src/features/device-list/FleetDevicesPage.tsx'],
  },
  {
    name: 'device page',
    modules: [
      SHELL,
      'src/features/device-page/DevicePage.tsx',
      'src/features/device-page/summary/DeviceSummaryPage.tsx',
    ],
  },
]

/** The chunk of `src/main.tsx`, as `scripts/chunks.ts` names it. */
const ENTRY = 'entry'
const PANEL = ['src/control-panel/simulation.tsx', 'src/control-panel/ControlPanel.tsx']
const MOCKS = ['mocks/hosts/page.ts', 'virtual:msw']
const LARGEST = 20

interface BundleSizes {
  figures: Figure[]
  /** The largest modules of each route, for reading. */
  modules: string
}

/** Builds the dashboard into a temporary folder and measures what each route loads before its first render. */
export const measureBundle = (): Promise<BundleSizes> =>
  withBuild(async (folder, chunks) => weigh(folder, chunks))

function weigh(folder: string, chunks: readonly Rolldown.OutputChunk[]): BundleSizes {
  const manifest = Object.values(
    JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string; name?: string; src?: string }
    >,
  )
  /** The written file of a script: the last step of the build (`scripts/stable-names.ts`) gives it another hash. */
  const writtenAs = (file: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === file)
    if (chunk === undefined) return file
    const found = manifest.filter(
      ({ name, src }) => name === chunk.name && (src === undefined || chunk.facadeModuleId?.endsWith(src)),
    )
    if (found[0] === undefined || found.length > 1)
      throw new Error(`The build has no single file for ${file}`)
    return found[0].file
  }
  const kB = (file: string) => gzipSync(readFileSync(join(folder, writtenAs(file)))).length / 1000
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + kB(file), 0)
  const entry = filesOf(chunks, [ENTRY])
  const figures: Figure[] = []
  const push = (what: string, value: number, note?: string) => {
    const bound: Bound | undefined = Object.entries(bundleBounds).find(([name]) => name === what)?.[1]
    figures.push({ what, value, unit: 'kB', ...bound, ...(note === undefined ? {} : { note }) })
  }

  for (const { name, modules } of routes) {
    const { scripts } = filesOf(chunks, [ENTRY, ...modules])
    push(`initial JavaScript, ${name}`, sum(scripts), `${scripts.size} files`)
  }
  for (const { name, modules } of routes.slice(0, 2)) {
    const { styles } = filesOf(chunks, [ENTRY, ...modules])
    push(name === 'sign-in' ? 'first CSS, sign-in' : `CSS, ${name}`, sum(styles), `${styles.size} files`)
  }
  const worker = workerFiles(folder)
  push('cloud and simulator (worker)', sum(worker), `simulated mode only, ${worker.size} files`)
  const without = (modules: string[]) =>
    [...filesOf(chunks, modules).scripts].filter((file) => !entry.scripts.has(file))
  push('interception (page side)', sum(without(MOCKS)), 'simulated mode only')
  push('simulator’s panel', sum(without(PANEL)), 'simulated mode only')
  const leaked = MOCKS.concat(PANEL).filter((name) => entry.scripts.has(chunkOf(chunks, name).fileName))
  if (leaked.length > 0) throw new Error(`Live mode would load ${leaked.join(', ')}`)
  return { figures, modules: routes.map((route) => largestOf(route, chunks)).join('\n') }
}

/** The composition of a route's scripts: the compressed size of each file, divided among its modules. */
function largestOf({ name, modules }: Route, chunks: readonly Rolldown.OutputChunk[]) {
  const { scripts } = filesOf(chunks, [ENTRY, ...modules])
  const shares = chunks
    .filter(({ fileName }) => scripts.has(fileName))
    .flatMap((chunk) => {
      const parts = Object.entries(chunk.modules).map(([id, { code }]) => ({
        id,
        weight: gzipSync(code ?? '').length,
      }))
      const totalWeight = parts.reduce((total, { weight }) => total + weight, 0)
      const packed = gzipSync(chunk.code).length / 1000
      return parts.map(({ id, weight }) => ({
        id,
        kB: (packed * weight) / totalWeight,
        file: chunk.fileName,
      }))
    })
    .toSorted((one, other) => other.kB - one.kB)
    .slice(0, LARGEST)
  const lines = shares.map(({ id, kB, file }) => {
    const path = relative(join(import.meta.dirname, '..'), id).replace(/^.*node_modules\//, '')
    return `  ${kB.toFixed(1).padStart(6)} kB  ${path}  in ${file.replace('assets/', '')}`
  })
  return [`The largest modules of the ${name}`, ...lines, ''].join('\n')
}

/** The script of the worker and all scripts that it imports immediately. The build reports no chunks of workers. */
function workerFiles(folder: string): Set<string> {
  const files = new Set(
    readdirSync(join(folder, 'assets'))
      .filter((file) => /^worker-.*\.js$/.test(file))
      .map((file) => `assets/${file}`),
  )
  // A set iterates over items that are added during the loop.
  for (const file of files)
    for (const [, imported = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /(?:^|[};])import(?:[^"'()]*?from)?\s*"\.\/([^"]+)"/g,
    ))
      files.add(`assets/${imported}`)
  return files
}

/** The chunk that contains a module, or has this name. */
function chunkOf(chunks: readonly Rolldown.OutputChunk[], name: string): Rolldown.OutputChunk {
  const isIt = (id: string) => id.endsWith(`/${name}`) || id.replace(/^\0/, '') === name
  const found = chunks.find((chunk) => chunk.name === name || chunk.moduleIds.some(isIt))
  if (found === undefined) throw new Error(`The build has no file for ${name}`)
  return found
}

/** All scripts and styles that these modules load immediately, each listed once. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], names: readonly string[]) {
  const scripts = new Set(names.map((name) => chunkOf(chunks, name).fileName))
  const styles = new Set<string>()
  // A set iterates over items that are added during the loop.
  for (const file of scripts) {
    const chunk = chunks.find(({ fileName }) => fileName === file)
    for (const style of chunk?.viteMetadata?.importedCss ?? []) styles.add(style)
    for (const imported of chunk?.imports ?? []) scripts.add(imported)
  }
  return { scripts, styles }
}
