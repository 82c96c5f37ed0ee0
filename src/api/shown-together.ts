import { notifyManager } from '@tanstack/react-query'

/** A frame, and a little more: pages that are not visible have no frames. */
const LATEST_MS = 50

/**
 * Shows answers that arrive within one frame together. The query cache tells its observers about each answer in a task of its
 * own, and React renders after each.
 */
export function showAnswersTogether(): void {
  let waiting: (() => void)[] = []
  const tell = () => {
    const batch = waiting
    waiting = []
    for (const each of batch) {
      try {
        each()
      } catch (error) {
        // The others are told nevertheless.
        reportError(error)
      }
    }
  }
  notifyManager.setScheduler((callback) => {
    waiting.push(callback)
    if (waiting.length > 1) return
    const late = setTimeout(tell, LATEST_MS)
    requestAnimationFrame(() => {
      clearTimeout(late)
      tell()
    })
  })
}
