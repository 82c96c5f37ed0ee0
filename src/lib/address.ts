/** A reserved name without a server. A URL relative to it with another origin leads to another site. */
const HERE = 'https://here.invalid'

/**
 * Normalizes a path of this dashboard like a browser: without dots, backslashes and control characters. Undefined for paths
 * to other sites, and for those that would become one when parsed again: a browser turns `/.//elsewhere.example` into
 * `//elsewhere.example`, which is another site.
 */
export function pathHere(path: string): string | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(path, HERE)
  return origin !== HERE || pathname.startsWith('//') ? undefined : `${pathname}${search}${hash}`
}

/** Whether it starts like a path of this dashboard. Browsers treat a backslash as a slash. */
export const isPathHere = (to: string) => /^\/(?![/\\\t\n\r])/.test(to)

/** The normalized http or https URL; undefined for any other, in particular `javascript:`. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

const LINKED = new Set(['https:', 'http:', 'mailto:'])

/** Whether a link may lead there: to a path of this dashboard, a web page or a mailbox. */
export function isLinkable(to: string): boolean {
  const base = URL.canParse(to) ? undefined : HERE
  return URL.canParse(to, base) && LINKED.has(new URL(to, base).protocol)
}

/** Opens a web page in a new tab, without access to this one and without a referrer. Other URLs are ignored. */
export function openInNewTab(text: string): void {
  const address = webAddress(text)
  if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer')
}
