import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Manifest } from 'vite'
import type { Figure } from './report.ts'

/** A page and the lazily loaded modules that it needs beside the entry, as the router names them. */
interface Route {
  name: string
  modules: string[]
  budget?: number
  goal?: number
}

const SHELL = 'src/app/shell/Shell.tsx'

const routes: Route[] = [
  { name: 'sign-in', modules: ['src/app/pages/LoginPage.tsx'], budget: 200, goal: 140 },
  { name: 'fleet list', modules: [SHELL, 'src/features/fleets/FleetsPage.tsx'], budget: 220, goal: 170 },
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

const ENTRY = 'index.html'
const PANEL = ['src/control-panel/simulation.tsx', 'src/control-panel/ControlPanel.tsx']
const MOCKS = ['mocks/hosts/page.ts', 'virtual:msw']

/** Builds the dashboard into a folder of its own and weighs what each route loads before it shows anything. */
export async function measureBundle(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-bench-'))
  try {
    await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
    return weigh(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function weigh(folder: string): Figure[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const kB = (file: string) => gzipSync(readFileSync(join(folder, file))).length / 1000
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + kB(file), 0)
  const entry = filesOf(manifest, [ENTRY])

  const figures = routes.map(({ name, modules, budget, goal }): Figure => {
    const { scripts } = filesOf(manifest, [ENTRY, ...modules])
    return { what: `initial JavaScript, ${name}`, value: sum(scripts), unit: 'kB', budget, goal }
  })
  const first = filesOf(manifest, [ENTRY, ...(routes[0]?.modules ?? [])])
  figures.push({ what: 'first CSS, sign-in', value: sum(first.styles), unit: 'kB', budget: 20, goal: 14 })
  const list = filesOf(manifest, [ENTRY, ...(routes[1]?.modules ?? [])])
  figures.push({ what: 'CSS, fleet list', value: sum(list.styles), unit: 'kB' })

  const worker = readdirSync(join(folder, 'assets')).filter((file) => /^worker-.*\.js$/.test(file))
  figures.push({
    what: 'cloud and simulator (worker)',
    value: sum(worker.map((file) => `assets/${file}`)),
    unit: 'kB',
    budget: 250,
    goal: 120,
    note: 'simulated mode only',
  })
  const without = (modules: string[]) =>
    [...filesOf(manifest, modules).scripts].filter((file) => !entry.scripts.has(file))
  figures.push(
    { what: 'interception (page side)', value: sum(without(MOCKS)), unit: 'kB', note: 'simulated mode only' },
    { what: 'simulator’s panel', value: sum(without(PANEL)), unit: 'kB', note: 'simulated mode only' },
  )
  const leaked = MOCKS.concat(PANEL).filter((name) => entry.scripts.has(manifest[name]?.file ?? ''))
  if (leaked.length > 0) throw new Error(`Live mode would load ${leaked.join(', ')}`)
  return figures
}

/** Every script and style that these modules load at once, each counted once. */
function filesOf(manifest: Manifest, names: readonly string[]) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no chunk for ${name}`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return { scripts, styles }
}
