/** No server has this name; an address below it that has another origin leads elsewhere. */
const HERE = 'https://here.invalid'

/**
 * A path of this dashboard as a browser will have it: whole, without dots, backslashes and control characters. Undefined
 * for whatever leads elsewhere, and for a path that would once it is taken for an address again: a browser makes
 * `//elsewhere.example` of `/.//elsewhere.example`, and of that the page of another site.
 */
export function pathHere(wanted: string): string | undefined {
  if (!wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(wanted, HERE)
  return origin !== HERE || pathname.startsWith('//') ? undefined : `${pathname}${search}${hash}`
}

/** Whether it begins as a path of this dashboard does. A browser takes a backslash for a slash. */
export const isPathHere = (to: string) => /^\/(?![/\\\t\n\r])/.test(to)

/** The full address of a page of the web; undefined for everything else, `javascript:` above all. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

const LINKED = new Set(['https:', 'http:', 'mailto:'])

/** Whether a link may lead there: to a place of this dashboard, a page of the web or a mailbox. */
export function isLinkable(to: string): boolean {
  const base = URL.canParse(to) ? undefined : HERE
  return URL.canParse(to, base) && LINKED.has(new URL(to, base).protocol)
}

/** Opens a page of the web beside this one, which learns nothing of it. Other addresses are not opened. */
export function openInNewTab(text: string): void {
  const address = webAddress(text)
  if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer')
}
