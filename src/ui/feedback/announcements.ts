/** Text for the live region of the application, which screen readers read out. */
export interface Announcement {
  id: number
  text: string
}

let latest: Announcement | null = null
let nextId = 1
const listeners = new Set<() => void>()

/** Reads a sentence out to users of screen readers. Name the thing that it is about. */
export function announce(text: string): void {
  latest = { id: nextId++, text }
  for (const listener of listeners) listener()
}

export const latestAnnouncement = (): Announcement | null => latest

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
