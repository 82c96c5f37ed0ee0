import { useEffect, useState } from 'react'

/** The value once it has rested for a while, so that nobody is asked for every letter. */
export function usePaused<Value>(value: Value, pauseMs: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return rested
}
