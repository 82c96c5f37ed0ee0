const MARK = '#share='
/** Versions before 31 wrote it. */
const FORMER_MARK = '#moment='

/** Removes a packed world from the URL, so that a reload continues instead of starting again. */
export function takeShareLink(): string | null {
  const mark = [MARK, FORMER_MARK].find((it) => location.hash.startsWith(it))
  if (mark === undefined) return null
  const packed = location.hash.slice(mark.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  return packed
}

/** Relative to the dashboard's base URL. */
export const linkedPath = (packed: string): string => `/${MARK}${packed}`
