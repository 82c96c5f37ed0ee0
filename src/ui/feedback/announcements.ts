/** Text for the live region of the application, which screen readers read out. */
export interface Announcement {
  id: number
  text: string
}

/** Screen readers have noticed it by then. */
const KEPT_MS = 2000

let latest: readonly (Announcement & { at: number })[] = []
let nextId = 1
const listeners = new Set<() => void>()

/** Reads a sentence out to users of screen readers. Name the thing that it is about. One does not replace another of the same time. */
export function announce(text: string): void {
  const at = performance.now()
  latest = [
    ...latest.filter((each) => each.text !== text && at - each.at < KEPT_MS),
    { id: nextId++, text, at },
  ]
  for (const listener of listeners) listener()
}

export const latestAnnouncements = (): readonly Announcement[] => latest

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
