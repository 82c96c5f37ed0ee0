import { startTransition, useEffect, useState } from 'react'
import { api } from '@/api/api.ts'
import { followLogs } from '@/api/log-stream.ts'
import type { DeviceLogLine } from '@/api/model.ts'
import { LogFeed, type FeedSnapshot } from './log-feed.ts'

/** So often at most is the list drawn anew: often enough to seem alive, and most of the time is left for the person. */
const SHOWN_EVERY_MS = 100

/** A feed as a store that tells its readers in a frame, at most ten times a second, however many lines arrive. */
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
    const wait = this.#shownAt + SHOWN_EVERY_MS - performance.now()
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
  /** Adds past lines before those that are here. */
  recall: (past: readonly DeviceLogLine[]) => void
}

/** Follows a device's logs while the component is there; `enabled` is false where the platform has none. */
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
  // What a person does goes first: lines are drawn in the time that is left.
  useEffect(() => store.subscribe(() => startTransition(() => setSnapshot(store.getSnapshot()))), [store])
  return { snapshot, ...commands }
}
