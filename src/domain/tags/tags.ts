import { compareText } from '@/lib/format.ts'
import { tagText } from '@/messages/common/tags.ts'
import { SYSTEM_TAGS } from './system-tags.ts'

/** A tag row of the API. */
export interface TagRow {
  tag_key: string
  value: string
}

/** Tags that people have set: those of the dashboard itself are shown elsewhere. */
export const withoutOwnTags = <Row extends Pick<TagRow, 'tag_key'>>(rows: readonly Row[]): Row[] =>
  rows.filter(({ tag_key }) => !tag_key.startsWith(SYSTEM_TAGS))

/** Tags for the tag list, sorted by key. */
export function tagValues(rows: readonly TagRow[]): { key: string; value: string }[] {
  return withoutOwnTags(rows)
    .map(({ tag_key, value }) => ({ key: tag_key, value }))
    .toSorted((a, b) => compareText(a.key, b.key))
}

const LONGEST_NAME = 100

/**
 * Maximum length of a device tag's value in the dashboard; the platform rejects only values six times as long
 * (docs/platform/errors.md).
 */
export const LONGEST_DEVICE_TAG = 10_000

/** Validates a tag name. Returns the error, or undefined (docs/platform/errors.md). */
export function tagNameProblem(key: string): string | undefined {
  if (key === '') return tagText.keyMissing
  if (/\s/.test(key)) return tagText.keyBlank
  if (/^io\.(resin|balena)\./.test(key)) return tagText.keyReserved
  if (key.startsWith(SYSTEM_TAGS)) return tagText.keyOfDashboard(SYSTEM_TAGS)
  return key.length > LONGEST_NAME ? tagText.keyTooLong(LONGEST_NAME) : undefined
}

/** A tag of several resources. */
export interface SharedTag {
  key: string
  /** Null if the values differ. */
  value: string | null
  /** How many resources have it. */
  on: number
}

/** The tags of several resources, by key. */
export function sharedTags(things: readonly { tags: readonly TagRow[] }[]): SharedTag[] {
  const byKey = new Map<string, SharedTag>()
  for (const { tag_key: key, value } of things.flatMap(({ tags }) => withoutOwnTags(tags))) {
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { key, value, on: 1 })
    else byKey.set(key, { key, value: known.value === value ? value : null, on: known.on + 1 })
  }
  return [...byKey.values()].toSorted((a, b) => compareText(a.key, b.key))
}
