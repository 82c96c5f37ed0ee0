/**
 * A path of this dashboard that may be returned to after sign-in; undefined for other sites, for the sign-in pages
 * themselves and for what is no path. Letting a tool or an application in needs who is signed in (decisions 12).
 */
export function safeReturnPath(wanted: string | null | undefined): string | undefined {
  if (!wanted || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted)) return undefined
  const base = 'https://here.invalid'
  if (!URL.canParse(wanted, base)) return undefined
  const { origin, pathname, search, hash } = new URL(wanted, base)
  if (
    origin !== base ||
    (/^\/login(?:\/|$)/.test(pathname) && !/^\/login\/(?:cli|oauth)\/./.test(pathname))
  ) {
    return undefined
  }
  return `${pathname}${search}${hash}`
}
