import { useEffect, useState } from 'react'

/** The debounced value, so that not every keystroke sends a request. */
export function usePaused<Value>(value: Value, pauseMs: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return rested
}
