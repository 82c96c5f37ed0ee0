import { tagText } from '../../messages/tags.ts'
import { SYSTEM_TAGS } from './system-tags.ts'
import type { TagValue } from '../../ui/display/Tag.tsx'

/** A tag as the wire has it: a name that it must have, and a value. */
export interface TagRow {
  tag_key: string
  value: string
}

/** Tag rows of the wire as the tag list shows them, by key. */
export function tagValues(rows: readonly TagRow[]): TagValue[] {
  return rows
    .map(({ tag_key, value }) => ({ key: tag_key, value }))
    .toSorted((a, b) => a.key.localeCompare(b.key))
}

const LONGEST_NAME = 100

/** What the platform means the value of a device's tag to have at most; it refuses what is six times as long (docs/platform/errors.md). */
export const LONGEST_DEVICE_TAG = 10_000

/** What is wrong with a tag's name, in a sentence; undefined when nothing is (docs/platform/errors.md). */
export function tagNameProblem(key: string): string | undefined {
  if (key === '') return tagText.keyMissing
  if (/\s/.test(key)) return tagText.keyBlank
  if (/^io\.(resin|balena)\./.test(key)) return tagText.keyReserved
  if (key.startsWith(SYSTEM_TAGS)) return tagText.keyOfDashboard(SYSTEM_TAGS)
  return key.length > LONGEST_NAME ? tagText.keyTooLong(LONGEST_NAME) : undefined
}

/** What several things have under one name. */
export interface SharedTag {
  key: string
  /** null when they differ. */
  value: string | null
  /** How many of them have it. */
  on: number
}

/** The tags of several things together, by key. */
export function sharedTags(things: readonly { tags: readonly TagRow[] }[]): SharedTag[] {
  const byKey = new Map<string, SharedTag>()
  for (const { tag_key: key, value } of things.flatMap(({ tags }) => tags)) {
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { key, value, on: 1 })
    else byKey.set(key, { key, value: known.value === value ? value : null, on: known.on + 1 })
  }
  return [...byKey.values()].toSorted((a, b) => a.key.localeCompare(b.key))
}
