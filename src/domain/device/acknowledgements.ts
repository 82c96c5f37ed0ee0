import { SYSTEM_TAGS } from '@/domain/tags/system-tags.ts'
import type { TagRow } from '@/domain/tags/tags.ts'
import { issueKinds, type IssueKind } from './device-issues.ts'

/** Tags with this prefix, and the kind of an issue, acknowledge that issue of the device for the whole team. */
const PREFIX = `${SYSTEM_TAGS}acknowledged.`

/** Someone knows about an issue of a device, and why it stays for some time. It hides nothing from counts. */
export interface Acknowledgement {
  kind: IssueKind
  reason: string
  /** Username. */
  by: string
  /** Milliseconds since 1970. */
  until: number
}

/** Longer reasons are rejected. */
export const LONGEST_REASON = 500

export const acknowledgementKey = (kind: IssueKind): string => `${PREFIX}${kind}`

/** The value of the tag. */
export const acknowledgementValue = ({ reason, by, until }: Omit<Acknowledgement, 'kind'>): string =>
  JSON.stringify({ until: new Date(until).toISOString(), by, reason })

/** Reads a tag; undefined if it acknowledges nothing, cannot be read, or has ended. */
export function acknowledgementOf({ tag_key, value }: TagRow, now: number): Acknowledgement | undefined {
  if (!tag_key.startsWith(PREFIX)) return undefined
  const kind = issueKinds.find((one) => one === tag_key.slice(PREFIX.length))
  const read = parsed(value)
  return kind === undefined || read === undefined || read.until <= now ? undefined : { kind, ...read }
}

/** The acknowledgements among the tags of a device that have not ended. */
export const acknowledgementsOf = (tags: readonly TagRow[], now: number): Acknowledgement[] =>
  tags.flatMap((tag) => acknowledgementOf(tag, now) ?? [])

function parsed(value: string): Omit<Acknowledgement, 'kind'> | undefined {
  try {
    const read: unknown = JSON.parse(value)
    if (typeof read !== 'object' || read === null) return undefined
    const { reason, by, until } = read as Record<string, unknown>
    if (typeof reason !== 'string' || typeof by !== 'string' || typeof until !== 'string') return undefined
    const end = Date.parse(until)
    return Number.isNaN(end) ? undefined : { reason, by, until: end }
  } catch {
    return undefined
  }
}
