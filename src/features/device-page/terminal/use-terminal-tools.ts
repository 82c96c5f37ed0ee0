import { useCallback, useRef, useState } from 'react'
import type { TerminalFound, TerminalHandle } from './terminal-handle.ts'
import type { TerminalTab } from './terminal-tabs.ts'

export type TerminalTools = ReturnType<typeof useTerminalTools>

/** The emulator handles and search state for the tools of the panel. */
export function useTerminalTools() {
  const handles = useRef(new Map<number, TerminalHandle>())
  const [searching, setSearching] = useState(false)
  const [found, setFound] = useState<TerminalFound>({ nth: 0, count: 0 })
  const [hasSelection, setHasSelection] = useState(false)
  const setHandle = useCallback((id: number, handle: TerminalHandle | null) => {
    if (handle) handles.current.set(id, handle)
    else handles.current.delete(id)
  }, [])
  return {
    searching,
    setSearching,
    found,
    setFound,
    hasSelection,
    setHasSelection,
    setHandle,
    handleOf: (tab: TerminalTab | undefined) => (tab && handles.current.get(tab.id)) ?? null,
  }
}
