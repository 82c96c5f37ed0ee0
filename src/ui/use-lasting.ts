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
