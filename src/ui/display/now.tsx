import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react'

const TICK_MS = 5000

/** The time of the platform: real time, or that of the simulated world. */
export interface TimeSource {
  /** Milliseconds since 1970. */
  now(): number
  /** Called after each jump and each change of speed; returns a function that unsubscribes. */
  subscribe?(listener: () => void): () => void
}

const realTime: TimeSource = { now: () => Date.now() }
const TimeContext = createContext(realTime)

export function TimeProvider({ source, children }: { source: TimeSource; children: ReactNode }) {
  return <TimeContext value={source}>{children}</TimeContext>
}

/** The time source, for values that are read during an action. */
export function useTimeSource(): TimeSource {
  return use(TimeContext)
}

// One timer for the whole page, however many times are shown.
const tickers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function onTick(listener: () => void): () => void {
  tickers.add(listener)
  timer ??= setInterval(() => {
    for (const tick of tickers) tick()
  }, TICK_MS)
  return () => {
    tickers.delete(listener)
    if (tickers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** A text that depends on the time; the component renders only when the text changes. */
export function useTimeText(textAt: (now: number) => string): string {
  const source = useTimeSource()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stopTicks = onTick(listener)
      const stopJumps = source.subscribe?.(listener)
      return () => {
        stopTicks()
        stopJumps?.()
      }
    },
    [source],
  )
  return useSyncExternalStore(subscribe, () => textAt(source.now()))
}
