import { isQuestion } from './request-path.ts'

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

export type Body = Readonly<Record<string, unknown>>

/** A request that is about to be sent. */
export interface SentRequest {
  method: string
  path: string
  /** What `fetch` gets: text for JSON. */
  body?: unknown
}

/** A request that changes something on the platform or on a device. */
export interface SentChange {
  method: (typeof METHODS)[number]
  /** Path and query. */
  path: string
  /** The fields of a JSON body; empty without one. They can be secret, so whoever keeps them decides on each. */
  body: Body
}

/** The fields of a JSON body; empty for anything else. */
export function parseBody(body: unknown): Body {
  if (typeof body !== 'string') return {}
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : {}
  } catch {
    return {}
  }
}

/**
 * What a request changes; null for one that only reads, also if it is sent as POST. Nothing else decides what counts as a
 * change: the activity, the history of a device and what tells the page about its own actions all read this.
 */
export function sentChange({ method, path, body }: SentRequest): SentChange | null {
  const known = METHODS.find((each) => each === method)
  return known === undefined || isQuestion(path) ? null : { method: known, path, body: parseBody(body) }
}

/** Without the values of variables and tags, at any depth. */
export const withoutValues = (body: Body): Body =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'value' ? undefined : value))) as Body
