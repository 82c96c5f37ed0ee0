const MARK = '#moment='

/** Removes a packed moment from the URL, so that a reload continues instead of starting again. */
export function takeShareLink(): string | null {
  if (!location.hash.startsWith(MARK)) return null
  const packed = location.hash.slice(MARK.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  return packed
}

/** Relative to the dashboard's base URL. */
export const linkedPath = (packed: string): string => `/${MARK}${packed}`
