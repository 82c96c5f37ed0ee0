import { startTransition, useEffect, useState } from 'react'
import { api } from '@/api/api.ts'
import { followLogs } from '@/api/log-stream.ts'
import type { DeviceLogLine } from '@/api/model.ts'
import { LogFeed, type FeedSnapshot } from './log-feed.ts'

/** Minimum time between updates of the list: looks live, but leaves most of the time for user input. */
const UPDATE_INTERVAL_MS = 100

/** A store that publishes the feed in an animation frame, at most ten times a second. */
class FrameFeed {
  readonly feed: LogFeed
  #shown: FeedSnapshot
  #waiting = false
  #shownAt = 0
  readonly #listeners = new Set<() => void>()

  constructor(uuid: string) {
    this.feed = new LogFeed({
      follow: (options) => followLogs(api().services, uuid, options),
      onChange: () => this.#changed(),
    })
    this.#shown = this.feed.snapshot
  }

  getSnapshot = (): FeedSnapshot => this.#shown

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed() {
    if (this.#waiting) return
    this.#waiting = true
    const wait = this.#shownAt + UPDATE_INTERVAL_MS - performance.now()
    if (wait > 0) setTimeout(() => this.#showInFrame(), wait)
    else this.#showInFrame()
  }

  #showInFrame() {
    requestAnimationFrame(() => {
      this.#waiting = false
      this.#shownAt = performance.now()
      this.#shown = this.feed.snapshot
      for (const listener of this.#listeners) listener()
    })
  }
}

export interface LogFeedView {
  snapshot: FeedSnapshot
  clear: () => void
  /** Prepends past lines. */
  recall: (past: readonly DeviceLogLine[]) => void
}

/** Follows the logs of a device while mounted; `enabled` is false if the platform has none. */
export function useLogFeed(uuid: string, enabled: boolean): LogFeedView {
  const [store] = useState(() => new FrameFeed(uuid))
  const [commands] = useState(() => ({
    clear: () => store.feed.clear(),
    recall: (past: readonly DeviceLogLine[]) => store.feed.recall(past),
  }))
  useEffect(() => {
    if (!enabled) return
    store.feed.start()
    return () => store.feed.stop()
  }, [store, enabled])
  const [snapshot, setSnapshot] = useState(store.getSnapshot)
  // A transition, so that user input has priority over new lines.
  useEffect(() => store.subscribe(() => startTransition(() => setSnapshot(store.getSnapshot()))), [store])
  return { snapshot, ...commands }
}
