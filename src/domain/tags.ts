import type { TagValue } from '../ui/Tag.tsx'

/** Tag rows of the wire as the tag list shows them, by key. */
export function tagValues(rows: readonly { tag_key: string; value: string }[]): TagValue[] {
  return rows
    .map(({ tag_key, value }) => ({ key: tag_key, value }))
    .toSorted((a, b) => a.key.localeCompare(b.key))
}
