import type { Plugin, Rolldown } from 'vite'

/** Imports and size of each module, by its id. */
type Graph = ReadonlyMap<string, { imports: readonly string[]; lazily: readonly string[]; bytes: number }>

/** The script of index.html. */
const ENTRY = /\/src\/main\.tsx$/
const SIGN_IN = /\/LoginPage\.tsx$/
/**
 * The frame around all pages, with the small frame of fleet pages, what lists of applications and organizations load first,
 * and what makes rows of answers.
 */
const SHELL =
  /\/src\/app\/shell\/Shell\.tsx$|\/FleetPage\.tsx$|\/organization-route\.ts$|\/src\/api\/rows\.ts$/
const STYLE = /\.css$/
/** Pages and panels that are also shown without the frame. */
const FRAMELESS = /\/src\/(?:app\/pages|features\/sign-in|control-panel|simulation)\//
/** The most visited pages, and what they load automatically. */
const OFTEN =
  /\/(?:FleetsPage|FleetPage|FleetSummaryPage|FleetDevicesPage|DevicePage|DeviceSummaryPage|ReleasesPage)\.tsx$|\/seen-history\.ts$/
/** Loaded at the start of each simulated platform. */
const SIMULATION_START =
  /\/(?:mocks\/hosts\/page\.ts|src\/control-panel\/simulation\.tsx|src\/simulation\/control-client\.ts)$|virtual:msw/
const OFTEN_WEIGHT = 20
/** The first page of most visits. */
const FIRST = /\/FleetsPage\.tsx$/
/** Modules that at least so many of the most visited pages need, among them the first one, are part of `shell`. */
const SHARED_OFTEN = 3
const SIGN_IN_WEIGHT = 60
/** Never loaded in live mode. */
const SIMULATION =
  /\/(?:mocks|simulator|src\/control-panel|src\/simulation)\/|\/(?:msw|@mswjs\/[^/]+|idb)\/|virtual:msw/
/** The simulated platform itself, without the control panel, which shares controls with the pages. */
const MOCKS = /\/(?:mocks|simulator)\/|virtual:msw/
const PACKAGE = /\/node_modules\//

/** The cost of a request in bytes of compressed script: on a slow connection, six at a time wait for a response. */
const REQUEST_BYTES = 9_000
/** Approximate compression ratio of source code. */
const PACKED = 0.16

/** Modules that are needed by the same pages. */
interface Part {
  modules: string[]
  bytes: number
  /** The pages that need it, as indexes of the lazily loaded modules. */
  pages: Set<number>
  side: Side
}

/**
 * Whether a part is needed by live mode, the simulation or both. Parts of different sides never share a file: with code
 * that both need, such as the socket's parser, the simulation would load pages at its start.
 */
type Side = 'live' | 'simulation' | 'both'

/**
 * Chooses the file of each module by what is used together: `vendor` and `entry` for all visitors, `form` for signing in
 * and other forms, `shell` for the frame around the pages, and as few files as possible for what several pages share. Two
 * parts are merged if the saved requests outweigh the bytes that some pages then load without needing them.
 */
export function chunksByUse() {
  let names: ReadonlyMap<string, string> = new Map()
  const plugin: Plugin = {
    name: 'chunks-by-use',
    apply: 'build',
    buildEnd() {
      names = nameAll(graphOf(this))
    },
  }
  return { plugin, nameOf: (id: string) => names.get(id) ?? null }
}

/** Reads the information of each module once, because that is slow. */
function graphOf(build: Rolldown.PluginContext): Graph {
  return new Map(
    [...build.getModuleIds()].map((id) => {
      const info = build.getModuleInfo(id)
      const bytes = (info?.code?.length ?? 0) * PACKED
      return [id, { imports: info?.importedIds ?? [], lazily: info?.dynamicallyImportedIds ?? [], bytes }]
    }),
  )
}

function nameAll(graph: Graph): Map<string, string> {
  const ids = [...graph.keys()]
  const closure = (roots: readonly string[]) => {
    const found = new Set<string>(roots)
    // The loop also visits what is added while it runs.
    for (const id of found) for (const next of graph.get(id)?.imports ?? []) found.add(next)
    return found
  }
  const like = (pattern: RegExp) => closure(ids.filter((id) => pattern.test(id)))
  const names = new Map<string, string>()
  const main = like(ENTRY)
  const signIn = like(SIGN_IN)
  const shell = like(SHELL)
  const often = new Set([...shell, ...like(OFTEN)])
  for (const id of new Set([...main, ...[...signIn].filter((each) => often.has(each))]))
    names.set(id, PACKAGE.test(id) ? 'vendor' : 'entry')
  // Styles of these pages are small: they share the files of `entry` and `shell` instead of costing a request each.
  for (const id of signIn) if (!names.has(id)) names.set(id, STYLE.test(id) ? 'entry' : 'form')
  for (const id of often) if (!names.has(id) && STYLE.test(id)) names.set(id, 'shell')
  for (const id of shell) if (!names.has(id)) names.set(id, 'shell')

  const pages = [...new Set(ids.flatMap((id) => graph.get(id)?.lazily ?? []))].toSorted()
  const imported = new Set([...graph.values()].flatMap(({ imports }) => imports))
  // What other modules import too is shared like any other: a file of its own between them could be part of a circle of imports.
  const isAlone = new Set(pages.filter((page) => !imported.has(page)))
  const usedBy = new Map<string, number[]>()
  for (const [at, page] of pages.entries())
    for (const id of closure([page]))
      if (!names.has(id) && !isAlone.has(id)) usedBy.set(id, [...(usedBy.get(id) ?? []), at])
  const isOften = pages.map((page) => OFTEN.test(page))
  for (const [id, users] of usedBy)
    if (
      users.filter((page) => isOften[page] === true).length >= SHARED_OFTEN &&
      users.some((page) => FIRST.test(pages[page] ?? ''))
    ) {
      names.set(id, 'shell')
      usedBy.delete(id)
    }
  const weights = pages.map((page) =>
    SIGN_IN.test(page) ? SIGN_IN_WEIGHT : OFTEN.test(page) || SIMULATION_START.test(page) ? OFTEN_WEIGHT : 1,
  )
  for (const [at, part] of merged(partsOf(usedBy, graph, pages), weights, graph).entries()) {
    const isCommon = [...part.pages].some((page) => isOften[page] === true)
    const isFramed = ![...part.pages].some((page) => FRAMELESS.test(pages[page] ?? ''))
    for (const id of part.modules)
      names.set(id, isCommon && STYLE.test(id) ? (isFramed ? 'shell' : 'entry') : `shared-${at}`)
  }
  return names
}

/** Groups modules that are needed by exactly the same pages, at least two. */
function partsOf(usedBy: ReadonlyMap<string, number[]>, graph: Graph, pages: readonly string[]): Part[] {
  const parts = new Map<string, Part>()
  const isSimulated = pages.map((page) => MOCKS.test(page))
  for (const [id, users] of usedBy) {
    if (users.length < 2) continue
    const simulated = users.filter((page) => isSimulated[page] === true).length
    const side =
      SIMULATION.test(id) || simulated === users.length ? 'simulation' : simulated > 0 ? 'both' : 'live'
    const key = `${side} ${users.join(' ')}`
    const part = parts.get(key) ?? { modules: [], bytes: 0, pages: new Set(users), side }
    part.modules.push(id)
    part.bytes += graph.get(id)?.bytes ?? 0
    parts.set(key, part)
  }
  return [...parts.values()]
}

/**
 * Merges parts pair by pair while that pays off: it saves a request for each page that needs both, and costs the bytes that
 * the other pages then load without needing them, including those of everything the other part imports.
 */
function merged(initial: Part[], weights: readonly number[], graph: Graph): Part[] {
  const parts = new Set(initial)
  const imports = importsBetween(initial, graph)
  const weightOf = (page: number) => weights[page] ?? 1

  const reachedFrom = (start: Part): Set<Part> => {
    const reached = new Set(imports.get(start))
    // The loop also visits what is added while it runs.
    for (const part of reached) for (const next of imports.get(part) ?? []) reached.add(next)
    return reached
  }
  /** The weighted bytes that pages of `one` load without needing them if it is merged with `other`. */
  const burden = (one: Part, other: Part) => {
    const reached = reachedFrom(other)
    let sum = 0
    for (const page of one.pages) {
      if (other.pages.has(page)) continue
      let bytes = other.bytes
      for (const part of reached)
        if (part !== one && !part.pages.has(page)) bytes += part.bytes + REQUEST_BYTES
      sum += weightOf(page) * bytes
    }
    return sum
  }
  const gain = (one: Part, other: Part) => {
    let saved = 0
    for (const page of one.pages) if (other.pages.has(page)) saved += weightOf(page) * REQUEST_BYTES
    if (saved === 0) return 0
    return saved - burden(one, other) - burden(other, one)
  }

  let pairs: { one: Part; other: Part; worth: number }[] = []
  const pairUp = (one: Part, others: Iterable<Part>) => {
    for (const other of others) {
      if (one === other || one.side !== other.side) continue
      const worth = gain(one, other)
      if (worth > 0) pairs.push({ one, other, worth })
    }
  }
  for (const [at, part] of initial.entries()) pairUp(part, initial.slice(at + 1))
  while (pairs.length > 0) {
    const best = pairs.reduce((most, pair) => (pair.worth > most.worth ? pair : most))
    const { one, other } = best
    if (standsBetween(one, other, imports)) {
      pairs = pairs.filter((pair) => pair !== best)
      continue
    }
    const both: Part = {
      modules: [...one.modules, ...other.modules],
      bytes: one.bytes + other.bytes,
      pages: new Set([...one.pages, ...other.pages]),
      side: one.side,
    }
    replaceImports(both, [one, other], imports)
    for (const part of [one, other]) parts.delete(part)
    parts.add(both)
    // Pages that load the merged file also load everything that it imports.
    const changed = new Set([both])
    for (const part of reachedFrom(both)) {
      const before = part.pages.size
      for (const page of both.pages) part.pages.add(page)
      if (part.pages.size > before) changed.add(part)
    }
    pairs = pairs.filter((pair) => !changed.has(pair.one) && !changed.has(pair.other))
    pairs = pairs.filter((pair) => parts.has(pair.one) && parts.has(pair.other))
    const others = new Set(parts)
    for (const part of changed) {
      others.delete(part)
      pairUp(part, others)
    }
  }
  return [...parts]
}

/** The parts that each part imports. */
function importsBetween(parts: readonly Part[], graph: Graph): Map<Part, Set<Part>> {
  const partOf = new Map(parts.flatMap((part) => part.modules.map((id) => [id, part] as const)))
  return new Map(
    parts.map((part) => {
      const imported = part.modules.flatMap((id) => graph.get(id)?.imports ?? []).map((id) => partOf.get(id))
      return [
        part,
        new Set(imported.filter((each): each is Part => each !== undefined && each !== part)),
      ] as const
    }),
  )
}

/** Updates the imports after `replaced` were merged into `both`. */
function replaceImports(both: Part, replaced: readonly Part[], imports: Map<Part, Set<Part>>): void {
  const own = new Set(replaced.flatMap((part) => [...(imports.get(part) ?? [])]))
  for (const part of replaced) {
    own.delete(part)
    imports.delete(part)
  }
  for (const set of imports.values()) {
    if (!replaced.some((part) => set.has(part))) continue
    for (const part of replaced) set.delete(part)
    set.add(both)
  }
  imports.set(both, own)
}

/** Whether another part lies between the two: merging them would create an import cycle between files, with an undefined execution order. */
function standsBetween(one: Part, other: Part, imports: ReadonlyMap<Part, ReadonlySet<Part>>): boolean {
  const both = new Set([one, other])
  const reached = new Set([one, other].flatMap((part) => [...(imports.get(part) ?? [])]))
  for (const part of both) reached.delete(part)
  for (const part of reached)
    for (const next of imports.get(part) ?? []) {
      if (both.has(next)) return true
      reached.add(next)
    }
  return false
}
