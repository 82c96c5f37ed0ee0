import { createContext, useCallback, useContext, useLayoutEffect, useState } from 'react'

/** Tells the dialog or panel that something is in that one more, or one fewer, lies over it. */
export const LayerContext = createContext<(change: 1 | -1) => void>(() => {})

/** What opens from within a dialog or panel lies over it: only the uppermost of them closes on Escape. */
export function useLayer(opened: boolean): { isCovered: boolean; cover: (change: 1 | -1) => void } {
  const [above, setAbove] = useState(0)
  const cover = useCallback((change: 1 | -1) => setAbove((count) => count + change), [])
  const coverOuter = useContext(LayerContext)
  useLayoutEffect(() => {
    if (!opened) return
    coverOuter(1)
    return () => coverOuter(-1)
  }, [opened, coverOuter])
  return { isCovered: above > 0, cover }
}
