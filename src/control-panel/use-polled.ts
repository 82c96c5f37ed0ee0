import { useCallback, useEffect, useState } from 'react'
import type { WorldControl } from './world-control.ts'

export type Polled<Value> =
  | { is: 'loading' }
  | { is: 'failed'; reason: string }
  | { is: 'known'; value: Value }

interface Polling<Value> {
  result: Polled<Value>
  again: () => Promise<void>
}

/** The response of the world to a request. `ask` must keep its identity between renders. */
export function usePolledOnce<Value>(ask: () => Promise<Value>): Polling<Value> {
  const [result, setResult] = useState<Polled<Value>>({ is: 'loading' })
  const again = useCallback(
    () =>
      ask().then(
        (value) => setResult({ is: 'known', value }),
        (error: unknown) =>
          setResult({ is: 'failed', reason: error instanceof Error ? error.message : String(error) }),
      ),
    [ask],
  )
  useEffect(() => void again(), [again])
  return { result, again }
}

/** The same, repeated after each change of the world and at an interval. */
export function usePolled<Value>(
  control: WorldControl,
  ask: () => Promise<Value>,
  everyMs?: number,
): Polling<Value> {
  const polling = usePolledOnce(ask)
  const { again } = polling
  useEffect(() => {
    const stop = control.clock.subscribe(() => void again())
    const timer = everyMs === undefined ? undefined : setInterval(() => void again(), everyMs)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [control, again, everyMs])
  return polling
}
