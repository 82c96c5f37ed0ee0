import { packText } from '@/files/packed-text.ts'
import { absoluteUrl } from '@/lib/base.ts'

/** The URL parameter with the path or content of a world file. */
export const KEY = 'world'

/** What a link may unfold to: larger than any hand-written file with a logo. */
export const MAX_LINK_KILOBYTES = 256

/** Mail and chat programs truncate longer links. */
export const LONGEST_LINK = 30_000

/** A link that opens the world of a file in this dashboard; null if it would be too long. */
export async function worldLink(file: string): Promise<string | null> {
  if (file.length > MAX_LINK_KILOBYTES * 1000) return null
  const link = `${absoluteUrl('/')}#${KEY}=${await packText(file)}`
  return link.length <= LONGEST_LINK ? link : null
}
