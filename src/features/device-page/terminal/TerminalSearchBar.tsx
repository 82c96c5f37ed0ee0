import { useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { terminalToolText } from '@/messages/device-terminal.ts'
import { FindBar } from '@/ui/form/FindBar.tsx'
import type { TerminalFound, TerminalHandle } from './terminal-handle.ts'

interface TerminalSearchBarProps {
  handle: TerminalHandle | null
  found: TerminalFound
  onClose: () => void
}

/** Finds words in what the terminal shows and has shown. */
export function TerminalSearchBar({ handle, found, onClose }: TerminalSearchBarProps) {
  const [words, setWords] = useState('')
  return (
    <FindBar
      label={terminalToolText.searchLabel}
      words={words}
      count={found.count}
      place={terminalToolText.searchPlace(formatNumber(found.nth), formatNumber(found.count))}
      onSearch={(next) => {
        setWords(next)
        // The newest match is the nearest to what somebody looks at.
        void handle?.find(next, -1)
      }}
      onStep={(by) => void handle?.find(words, by)}
      onClose={onClose}
    />
  )
}
