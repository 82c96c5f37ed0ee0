/** A request of a page, as its browser reports it. Times in ms since the navigation. */
export interface Sent {
  url: string
  /** The browser's resource type, such as `Script` or `Fetch`. */
  type: string
  at: number
  /** When its last byte arrived; undefined if it never did. */
  endedAt: number | undefined
}

/** One request that something waited for. */
export interface Link {
  /** What a reader recognizes it by: no host, no hash, no long query. */
  name: string
  type: string
  at: number
  endedAt: number
}

export interface Chain {
  links: Link[]
  /** Requests for data in it that were sent when the first script had arrived. */
  roundTrips: number
}

/** What a row can wait for. Pictures and fonts come later, and a preflight is part of its request. */
const AWAITED = new Set(['Document', 'Script', 'Stylesheet', 'Fetch', 'XHR'])
const DATA = new Set(['Fetch', 'XHR'])
/** A request that is sent because of a response is never sent before its last byte was processed; clocks are rounded. */
const ROUNDING_MS = 1

/**
 * What the first row waited for: the last response before it was drawn, the last response before that one was requested, and so
 * on to the navigation. Browsers do not report why a request was sent, so this is derived from times: a step may be one that merely
 * ended at that time.
 */
export function chainOf(sent: readonly Sent[], drawnAt: number): Chain {
  const links: Link[] = []
  const ended = sent.filter((each): each is Sent & { endedAt: number } => each.endedAt !== undefined)
  let until = drawnAt
  for (;;) {
    const last = ended
      .filter(({ type, endedAt }) => AWAITED.has(type) && endedAt <= until + ROUNDING_MS)
      .toSorted((one, other) => other.endedAt - one.endedAt)[0]
    if (last === undefined || last.at >= until) break
    links.unshift({ name: shortName(last.url), type: last.type, at: last.at, endedAt: last.endedAt })
    until = last.at
  }
  const script = Math.min(...ended.filter(({ type }) => type === 'Script').map(({ endedAt }) => endedAt))
  const roundTrips = links.filter(({ type, at }) => DATA.has(type) && at >= script).length
  return { links, roundTrips }
}

const MAX_NAME = 72

/** `/v7/device?$filter=…`, `entry.js`. */
export function shortName(url: string): string {
  const { pathname, search } = new URL(url)
  const file = /[^/]+\.(?:js|mjs|css)$/.exec(pathname)?.[0]
  if (file !== undefined) return file.replace(/[-.~][\w-]{8}(?=\.\w+$)/, '')
  let name = pathname + search
  try {
    name = decodeURIComponent(name)
  } catch {
    // Shown as it was sent.
  }
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
}

/** The chain as lines, with the time between its steps, in which the page works or waits for something else. */
export function chainText({ links }: Chain, drawnAt: number): string[] {
  const lines: string[] = []
  let before = 0
  for (const { name, type, at, endedAt } of links) {
    const gap = at - before
    lines.push(
      `${at.toFixed(0).padStart(6)} – ${endedAt.toFixed(0).padEnd(6)}${type.toLowerCase().padEnd(11)}${name}${
        gap >= 1 ? `  (${gap.toFixed(0)} ms after the step before)` : ''
      }`,
    )
    before = endedAt
  }
  lines.push(
    `${drawnAt.toFixed(0).padStart(6)}          drawn  (${(drawnAt - before).toFixed(0)} ms after the last response)`,
  )
  return lines
}
