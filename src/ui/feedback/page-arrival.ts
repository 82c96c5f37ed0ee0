/** What a page shows this soon after its arrival belongs to it, and is read with it. */
const ARRIVES_MS = 1000

let notedPath = ''
let notedAt = 0

/** Notes that the page of the address is there; for the part of the application that knows the pages. */
export function notePageArrival(): void {
  notedPath = window.location.pathname
  notedAt = performance.now()
}

/** Whether the page of the address is about to appear, or has just appeared. */
export const isPageArriving = (): boolean =>
  window.location.pathname !== notedPath || performance.now() - notedAt < ARRIVES_MS
