import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { terminalToolText } from '@/messages/device-terminal.ts'
import { IconButton } from '@/ui/Button.tsx'
import { SearchField } from '@/ui/SearchField.tsx'
import type { TerminalFound, TerminalHandle } from './terminal-handle.ts'
import styles from './TerminalPanel.module.css'

const SEARCH_PAUSE_MS = 150

interface TerminalSearchBarProps {
  handle: TerminalHandle | null
  found: TerminalFound
  onClose: () => void
}

/** Finds words in what the terminal shows and has shown: Enter goes on, with Shift back. */
export function TerminalSearchBar({ handle, found, onClose }: TerminalSearchBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  useEffect(() => bar.current?.querySelector('input')?.focus(), [])
  const step = (by: 1 | -1) => void handle?.find(words, by)
  const reason = words === '' || found.count === 0 ? terminalToolText.searchNone : undefined
  return (
    <div
      ref={bar}
      role="search"
      className={styles.search}
      onKeyDownCapture={(event) => {
        const typed = event.target instanceof HTMLInputElement ? event.target.value.trim() : null
        if (event.key === 'Escape' && !typed) onClose()
        if (event.key === 'Enter' && typed === words && words !== '') {
          event.preventDefault()
          event.stopPropagation()
          step(event.shiftKey ? -1 : 1)
        }
      }}
    >
      <SearchField
        label={terminalToolText.searchLabel}
        value={words}
        pauseMs={SEARCH_PAUSE_MS}
        isFilter={false}
        width="100%"
        onChange={(next) => {
          setWords(next)
          // The newest match is the nearest to what somebody looks at.
          void handle?.find(next, -1)
        }}
      />
      <output className={styles.found}>
        {words !== '' &&
          (reason ?? terminalToolText.searchPlace(formatNumber(found.nth), formatNumber(found.count)))}
      </output>
      <IconButton
        size="s"
        label={terminalToolText.previous}
        icon={<IconChevronUp size={16} aria-hidden="true" />}
        reason={reason}
        onClick={() => step(-1)}
      />
      <IconButton
        size="s"
        label={terminalToolText.next}
        icon={<IconChevronDown size={16} aria-hidden="true" />}
        reason={reason}
        onClick={() => step(1)}
      />
      <IconButton
        size="s"
        label={terminalToolText.closeSearch}
        icon={<IconX size={16} aria-hidden="true" />}
        onClick={onClose}
      />
    </div>
  )
}
