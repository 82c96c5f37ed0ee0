import { createContext, useCallback, useContext, useLayoutEffect, useState } from 'react'

/** Reports to the surrounding dialog or panel that a layer above it was opened or closed. */
export const LayerContext = createContext<(change: 1 | -1) => void>(() => {})

/** Registers a layer that was opened from a dialog or panel: only the topmost one closes on Escape. */
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
