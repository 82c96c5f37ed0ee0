/** Calls the function when the page has nothing more urgent to do, such as drawing its first rows; after two seconds in any case. */
export function whenIdle(work: () => void): void {
  // Safari has no such callback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2_000 })
  else setTimeout(work)
}
