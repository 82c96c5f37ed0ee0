import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatInstant } from '@/lib/format.ts'
import type { WorldState } from '@/simulation/control-contract.ts'
import type { WorldClock } from './world-clock.ts'

const TICK_MS = 1000

/** The current state of the world. */
export function useWorldState(clock: WorldClock): WorldState {
  return useSyncExternalStore(
    (listener) => clock.subscribe(listener),
    () => clock.state(),
  )
}

/** The simulated time in UTC, updated every second. */
export function useWorldTime(clock: WorldClock): string {
  const { speed } = useWorldState(clock)
  const [, tick] = useState(0)
  useEffect(() => {
    if (speed === 0) return
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [speed])
  return formatInstant(clock.now(), { timeZone: 'UTC' })
}
