import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { IconButton } from './Button.tsx'
import styles from './SearchField.module.css'

export interface SearchFieldProps {
  /** Accessible name, and placeholder by default. */
  label: string
  placeholder?: string
  value: string
  /** Called when typing pauses, and immediately on Enter and when cleared. */
  onChange: (value: string) => void
  /** The debounce time. */
  pauseMs?: number
  /** The page's filter, focused by the `/` key. Default: true. */
  isFilter?: boolean
  width?: number | string
}

/** A text filter. Escape clears it. */
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
  // The last reported value that has not come back as `value` yet.
  const reported = useRef<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // A value reported by this field is ignored, because more may have been typed since. Any other value (back, "clear filters")
    // replaces the input.
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
