import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { logSearchText } from '@/messages/device-logs.ts'
import { IconButton } from '@/ui/Button.tsx'
import { SearchField } from '@/ui/SearchField.tsx'
import type { LogReading } from './use-log-reading.ts'
import styles from './LogsPanel.module.css'

const SEARCH_PAUSE_MS = 150

/** Finds words in the lines that are shown: Enter goes to the next match, with Shift to the one before. */
export function LogSearchBar({ reading, onClose }: { reading: LogReading; onClose: () => void }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => bar.current?.querySelector('input')?.focus(), [])
  const { words, matches, match, step } = reading
  const reason = matches.length === 0 ? logSearchText.none : undefined
  const nth = match === null ? -1 : matches.indexOf(match)
  const lines = formatNumber(matches.length)
  return (
    <div
      ref={bar}
      role="search"
      className={styles.search}
      onKeyDownCapture={(event) => {
        const typed = event.target instanceof HTMLInputElement ? event.target.value.trim() : null
        if (event.key === 'Escape' && !typed) onClose()
        // What has just been typed is searched for first, by the field itself.
        if (event.key === 'Enter' && typed === words && words !== '') {
          event.preventDefault()
          event.stopPropagation()
          step(event.shiftKey ? -1 : 1)
        }
      }}
    >
      <SearchField
        label={logSearchText.label}
        value={words}
        pauseMs={SEARCH_PAUSE_MS}
        isFilter={false}
        width="100%"
        onChange={reading.search}
      />
      <output className={styles.found}>
        {words !== '' &&
          (nth >= 0
            ? logSearchText.place(formatNumber(nth + 1), lines)
            : (reason ?? logSearchText.count(lines, matches.length === 1)))}
      </output>
      <IconButton
        size="s"
        label={logSearchText.previous}
        icon={<IconChevronUp size={16} aria-hidden="true" />}
        reason={reason}
        onClick={() => step(-1)}
      />
      <IconButton
        size="s"
        label={logSearchText.next}
        icon={<IconChevronDown size={16} aria-hidden="true" />}
        reason={reason}
        onClick={() => step(1)}
      />
      <IconButton
        size="s"
        label={logSearchText.close}
        icon={<IconX size={16} aria-hidden="true" />}
        onClick={onClose}
      />
    </div>
  )
}
