/** Lets the first call through and drops those that follow within `waitMs` of it. */
export function throttleLeading(
  waitMs: number,
  now: () => number = () => performance.now(),
): (run: () => void) => void {
  let last = -Infinity
  return (run) => {
    const at = now()
    if (at - last < waitMs) return
    last = at
    run()
  }
}
