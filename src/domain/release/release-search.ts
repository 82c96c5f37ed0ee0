import type { Filter } from 'pinejs-client-core'
import type { Model } from '@/api/model.ts'

/** Filter for releases whose version, tag name or tag value contains the text, case-insensitive. */
export function releasesWithText(text: string): Filter<Model['release']['Read']> {
  const part = text.toLowerCase()
  const inTag = (field: 'tag_key' | 'value'): Filter<Model['release']['Read']> => ({
    release_tag: { $any: { $alias: 'rt', $expr: { $contains: [{ $tolower: { $: ['rt', field] } }, part] } } },
  })
  return {
    $or: [{ $contains: [{ $tolower: { $: 'raw_version' } }, part] }, inTag('tag_key'), inTag('value')],
  }
}
