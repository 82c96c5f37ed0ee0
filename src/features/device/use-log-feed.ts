import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '@/api/api.ts'
import { followLogs } from '@/api/log-stream.ts'
import { LogFeed, type FeedSnapshot } from './log-feed.ts'

/** A feed as a store that tells its readers at most once in a frame, however many lines arrive. */
class FrameFeed {
  readonly feed: LogFeed
  #shown: FeedSnapshot
  #waiting = false
  readonly #listeners = new Set<() => void>()

  constructor(uuid: string) {
    this.feed = new LogFeed({
      follow: (options) => followLogs(api().http, uuid, options),
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
    requestAnimationFrame(() => {
      this.#waiting = false
      this.#shown = this.feed.snapshot
      for (const listener of this.#listeners) listener()
    })
  }
}

/** Follows a device's logs while the component is there; `enabled` is false where the platform has none. */
export function useLogFeed(uuid: string, enabled: boolean): { snapshot: FeedSnapshot; clear: () => void } {
  const [store] = useState(() => new FrameFeed(uuid))
  useEffect(() => {
    if (!enabled) return
    store.feed.start()
    return () => store.feed.stop()
  }, [store, enabled])
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot)
  return { snapshot, clear: () => store.feed.clear() }
}
