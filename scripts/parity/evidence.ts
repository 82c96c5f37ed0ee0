import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchOperation } from '../../mocks/base/contract/match.ts'
import type { PlatformName } from '../../mocks/platforms/platform.ts'
import { lackingOperations, lackingResources } from '../../openapi/generated/open-backend.ts'
import { dataOperations, serviceOperations } from '../../openapi/generated/operations.ts'
import { loadContract } from '../contract/source.ts'

const root = join(import.meta.dirname, '..', '..')

export const EVIDENCE_FILE = join(root, 'docs/platform/evidence.json')

/** How an answer of the mock is known, the best first. */
export const LEVELS = ['recorded', 'client', 'captured', 'read', 'inferred'] as const
export type Level = (typeof LEVELS)[number]

/** What an operation was compared with: a platform of a version at a time, or an official client. */
export interface Source {
  level: Level
  title: string
  /** The kind of platform of which it is evidence; both, if it is missing. */
  platform?: PlatformName
  version?: string
  date?: string
}

/** The kept evidence, which only grows. Operations are lists of ids of sources. */
export interface Evidence {
  sources: Record<string, Source>
  operations: Record<string, Partial<Record<PlatformName, string[]>>>
  /** What is known to differ from the platform. */
  differences: Record<string, Partial<Record<PlatformName, string[]>>>
}

export const readEvidence = (): Evidence => JSON.parse(readFileSync(EVIDENCE_FILE, 'utf8')) as Evidence

export interface Operation {
  id: string
  method: string
  path: string
  tag: string
  /** How the contract says that it is known. */
  known: 'captured' | 'read' | 'inferred'
}

const ENTRIES = ['platform.yaml', 'billing.yaml', 'support.yaml']

type Marked = Readonly<Record<string, unknown>>

const knownOf = (value: unknown): Operation['known'] =>
  value === 'captured' || value === 'read' ? value : 'inferred'

/** All operations of the contract. Those of the data API are known as their resource is. */
export async function operationsOfContract(): Promise<Operation[]> {
  const { document, resources } = await loadContract(ENTRIES.map((name) => join(root, 'openapi', name)))
  const marks = new Map<string, unknown>()
  for (const item of Object.values(document.paths))
    for (const one of Object.values(item as Record<string, Marked>)) {
      const { operationId } = one
      if (typeof operationId === 'string') marks.set(operationId, one['x-source'])
    }
  const bySource = new Map(
    [...resources.values()].map((one) => {
      const resource = one as unknown as Marked
      return [String(resource['x-resource']), resource['x-source']] as const
    }),
  )
  const services = serviceOperations.map(({ id, method, path, tag }) => ({
    id,
    method,
    path,
    tag,
    known: knownOf(marks.get(id)),
  }))
  const data = dataOperations.map(({ id, method, path, resource }) => ({
    id,
    method,
    path,
    tag: resource,
    known: knownOf(bySource.get(resource)),
  }))
  return [...services, ...data]
}

const LACKING = new Set<string>(lackingOperations)
const LACKING_RESOURCES = new Set<string>(lackingResources)

/** The status by which the open-source backend says that it has no such operation; undefined if it has. */
export function absence({ id, tag }: Pick<Operation, 'id' | 'tag'>): number | undefined {
  if (LACKING.has(id)) return 404
  return LACKING_RESOURCES.has(tag) ? 401 : undefined
}

interface Recorded {
  method: string
  path: string
}

/** The recorded answers, which the mock is tested with. */
const RECORDINGS = ['reads.json', 'writes.json'].map((name) => join(root, 'tests/contract/recorded', name))

export const RECORDED_SOURCE = 'answers-open-49.0.12'

/** The operations of which an answer is recorded. */
export function recordedOperations(): Set<string> {
  const found = new Set<string>()
  for (const file of RECORDINGS)
    for (const { method, path } of JSON.parse(readFileSync(file, 'utf8')) as Recorded[]) {
      // Placeholders for ids and texts stand between these marks.
      const [pathname = ''] = path.replaceAll(/«[^»]*»/g, '1').split('?')
      const matched = matchOperation(method, encodeURI(pathname).replaceAll('%25', '%'))
      if (matched !== undefined) found.add(matched.id)
    }
  return found
}

/** Adds sources to operations; nothing is ever removed. Returns how many are new. */
export function addEvidence(
  evidence: Evidence,
  source: string,
  ids: Iterable<string>,
  platforms: readonly PlatformName[],
): number {
  if (evidence.sources[source] === undefined) throw new Error(`Unknown source "${source}"`)
  let added = 0
  for (const id of ids) {
    const known = (evidence.operations[id] ??= {})
    for (const platform of platforms) {
      const list = (known[platform] ??= [])
      if (list.includes(source)) continue
      list.push(source)
      added++
    }
  }
  return added
}

/** What stands behind an operation on a platform, the best first; the contract's own word if nothing else does. */
export function standing(
  { sources, operations }: Evidence,
  { id, known }: Operation,
  platform: PlatformName,
): { level: Level; sources: readonly Source[] } {
  const list = (operations[id]?.[platform] ?? [])
    .flatMap((name) => sources[name] ?? [])
    .toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
  const [best] = list
  return { level: best?.level ?? known, sources: list }
}

/** As it is written: sorted, so that a change shows what it changes. */
export function evidenceText({ sources, operations, differences }: Evidence): string {
  const sorted = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ sources, operations: sorted(operations), differences: sorted(differences) }, null, 2)}\n`
}
