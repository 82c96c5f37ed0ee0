/** Runs the first call and drops further ones within `waitMs`. */
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
