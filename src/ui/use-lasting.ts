import { useEffect, useState } from 'react'

/** Whether a state has lasted for so many milliseconds of real time without interruption. */
export function useLasting(holds: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!holds) return undefined
    const timer = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [holds, ms])
  return holds && lasts
}

/** Whether a time, in milliseconds of real time since 1970, has passed. */
export function usePassed(at: number): boolean {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setPassed(at), Math.max(0, at - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return passed === at
}
