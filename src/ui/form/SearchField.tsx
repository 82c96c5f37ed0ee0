import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { commonText } from '@/messages/common.ts'
import { IconButton } from './Button.tsx'
import styles from './SearchField.module.css'

export interface SearchFieldProps {
  /** Accessible name, and the place holder when none is given. */
  label: string
  placeholder?: string
  value: string
  /** Called when typing pauses, and at once by Enter and when emptied. */
  onChange: (value: string) => void
  /** How long typing must pause. */
  pauseMs?: number
  /** The page's filter: the `/` key goes here. On by default. */
  isFilter?: boolean
  width?: number | string
}

/** A text filter. Escape empties it. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onChange,
  pauseMs = 250,
  isFilter = true,
  width = 260,
}: SearchFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? value
  // What was reported and has not come back as the value yet.
  const reported = useRef<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // A value that was reported from here is only an echo: more may have been typed since. Any other (back, "clear
    // filters") takes the place of what was typed.
    const echo = reported.current.indexOf(value)
    reported.current = echo < 0 ? [] : reported.current.slice(echo + 1)
    if (echo < 0) setTyped(null)
  }, [value])

  const report = (next: string) => {
    if (next === (reported.current.at(-1) ?? value)) return
    reported.current = [...reported.current, next]
    onChange(next)
  }
  const send = (next: string, afterMs: number) => {
    clearTimeout(timer.current)
    setTyped(next)
    if (afterMs > 0) timer.current = setTimeout(() => report(next.trim()), afterMs)
    else report(next.trim())
  }
  return (
    <div className={styles.field} style={{ width }}>
      <IconSearch size={16} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        data-filter={isFilter || undefined}
        onChange={(event) => send(event.target.value, event.target.value === '' ? 0 : pauseMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text, 0)
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation()
            send('', 0)
          }
        }}
      />
      {text !== '' && (
        <IconButton
          size="s"
          label={commonText.clearFilter}
          icon={<IconX size={14} aria-hidden="true" />}
          onClick={() => {
            send('', 0)
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}
