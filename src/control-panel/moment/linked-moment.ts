const MARK = '#moment='

/** Takes a packed moment out of the page's address, so that a reload goes on instead of beginning anew. */
export function takeLinkedMoment(): string | null {
  if (!location.hash.startsWith(MARK)) return null
  const packed = location.hash.slice(MARK.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  return packed
}

/** Below the dashboard's own address. */
export const linkedPath = (packed: string): string => `/${MARK}${packed}`
