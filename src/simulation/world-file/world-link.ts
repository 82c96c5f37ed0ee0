import { addressOf } from '@/lib/base.ts'
import { packText } from '@/lib/packed-text.ts'

/** What a link names, or holds, its world file by. */
export const KEY = 'world'

/** Longer ones are cut by what they are sent with. */
const LONGEST_LINK = 30_000

/** An address that opens the world of a file for whoever has this dashboard; null when it would be too long to be sent. */
export async function worldLink(file: string): Promise<string | null> {
  const link = `${addressOf('/')}#${KEY}=${await packText(file)}`
  return link.length <= LONGEST_LINK ? link : null
}
