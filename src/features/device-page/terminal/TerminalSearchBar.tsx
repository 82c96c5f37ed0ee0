import { useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { terminalToolText } from '@/messages/device-page/device-terminal.ts'
import { FindBar } from '@/ui/form/FindBar.tsx'
import type { TerminalFound, TerminalHandle } from './terminal-handle.ts'

interface TerminalSearchBarProps {
  handle: TerminalHandle | null
  found: TerminalFound
  onClose: () => void
}

/** Searches the terminal and its scrollback. */
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
        // The newest match is usually closest to the visible lines.
        void handle?.find(next, -1)
      }}
      onStep={(by) => void handle?.find(words, by)}
      onClose={onClose}
    />
  )
}
