import type { CaptureKind } from './captured-fields.ts'
import { contains, drawnPart, type Originals } from './pseudonyms.ts'

/** An original text that stands in a world file. */
export interface FoundOriginal {
  /** For example `fleets.0.tags.zorevi`. */
  place: string
  /** The value that contains it. */
  value: string
  original: string
  kind: CaptureKind
}

/** Fields whose values are words of the file format, durations or fixed sentences. */
const WORDS = new Set([
  'about',
  'age',
  'at',
  'class',
  'connection',
  'invalidated',
  'kind',
  'personas',
  'plan',
  'role',
  'since',
  'status',
  'strategy',
  'title',
  'type',
  'updating',
])

/** Fields whose keys are data. */
const RECORDS = new Set(['tags', 'values', 'variables', 'running', 'os', 'supervisor', 'places'])

/** All places of a world file that contain an original text. */
export function findOriginals(file: unknown, originals: Originals): FoundOriginal[] {
  const found: FoundOriginal[] = []
  const seen = new Map<string, ReturnType<typeof contains>>()
  function search(value: string, path: readonly string[]): void {
    const known = seen.get(value)
    const hit = known === undefined ? contains(drawnPart(value), originals) : known
    seen.set(value, hit)
    if (hit !== null) found.push({ place: path.join('.'), value, ...hit })
  }
  function visit(value: unknown, field: string | null, path: readonly string[]): void {
    if (typeof value === 'string') {
      if (field === null || !WORDS.has(field)) search(value, path)
    } else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit(item, field, [...path, String(at)])
    } else if (typeof value === 'object' && value !== null) {
      // An entry of a list such as `tags: [{ key, value }]` has the fields of the format.
      const isRecord = field !== null && RECORDS.has(field) && !/^\d+$/.test(path.at(-1) ?? '')
      for (const [key, inner] of Object.entries(value)) {
        if (isRecord) search(key, [...path, key])
        visit(inner, isRecord ? null : key, [...path, key])
      }
    }
  }
  visit(file, null, [])
  return found
}

/** The same file with another name wherever a name stands, alone or before the number of a device. */
export function withOtherName<File>(file: File, from: string, to: string): File {
  const renamed = (text: string) =>
    text === from ? to : text.startsWith(`${from}-{`) ? `${to}${text.slice(from.length)}` : text
  function visit(value: unknown): unknown {
    if (typeof value === 'string') return renamed(value)
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [renamed(key), visit(inner)]))
  }
  // Only names change, never the shape.
  return visit(file) as File
}
