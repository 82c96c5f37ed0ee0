import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { findText } from '@/messages/common/find.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { IconButton } from './Button.tsx'
import { SearchField } from './SearchField.tsx'
import styles from './FindBar.module.css'

const PAUSE_MS = 150

interface FindBarProps {
  /** What is searched. */
  label: string
  words: string
  /** The number of matches. */
  count: number
  /** The position among the matches; shown while there is a search text. */
  place: string
  onSearch: (words: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

/** A find bar for long texts: Enter goes to the next match, Shift and Enter to the previous, Escape closes. */
export function FindBar({ label, words, count, place, onSearch, onStep, onClose }: FindBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => bar.current?.querySelector('input')?.focus(), [])
  const reason = words === '' || count === 0 ? findText.none : undefined
  return (
    <div
      ref={bar}
      role="search"
      className={styles.bar}
      onKeyDownCapture={(event) => {
        const typed = event.target instanceof HTMLInputElement ? event.target.value.trim() : null
        if (event.key === 'Escape' && !typed) onClose()
        // Pending input is searched first, by the field itself.
        if (event.key === 'Enter' && typed === words && words !== '') {
          event.preventDefault()
          event.stopPropagation()
          onStep(event.shiftKey ? -1 : 1)
        }
      }}
    >
      <SearchField
        label={label}
        value={words}
        pauseMs={PAUSE_MS}
        isFilter={false}
        width="100%"
        onChange={onSearch}
      />
      <Status as="span" className={styles.place}>
        {words !== '' && (reason ?? place)}
      </Status>
      <IconButton
        size="s"
        label={findText.previous}
        icon={<IconChevronUp size={16} aria-hidden="true" />}
        reason={reason}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="s"
        label={findText.next}
        icon={<IconChevronDown size={16} aria-hidden="true" />}
        reason={reason}
        onClick={() => onStep(1)}
      />
      <IconButton
        size="s"
        label={findText.close}
        icon={<IconX size={16} aria-hidden="true" />}
        onClick={onClose}
      />
    </div>
  )
}
