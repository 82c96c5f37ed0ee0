import { useEffect, useRef, useState } from 'react'

export interface DraftValue {
  /** What has been typed since the value was taken over; null: the field shows the value. */
  typed: string | null
  /** Shows what is typed, and applies it after a pause: at once for 0, not by itself when left out. */
  write: (text: string, applyAfterMs?: number) => void
  /** Applies a text now. */
  apply: (text: string) => void
  /** From now on the field shows the value. */
  takeOver: () => void
}

/**
 * What is typed in a field whose value follows later, and not letter by letter: `onApply` answers what the value becomes.
 * When it comes, what has been typed since stays; any other value (back, "clear filters") takes the place of what was typed.
 */
export function useDraftValue(value: string, onApply: (text: string) => string): DraftValue {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applied = useRef<string>(undefined)
  // When typing pauses, other filters may have changed.
  const latest = useRef(onApply)
  useEffect(() => {
    latest.current = onApply
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (value === applied.current) return
    clearTimeout(timer.current)
    applied.current = undefined
    setTyped(null)
  }, [value])

  const apply = (text: string) => {
    clearTimeout(timer.current)
    applied.current = latest.current(text)
  }
  return {
    typed,
    apply,
    write(text, applyAfterMs) {
      clearTimeout(timer.current)
      setTyped(text)
      if (applyAfterMs === 0) apply(text)
      else if (applyAfterMs !== undefined) timer.current = setTimeout(() => apply(text), applyAfterMs)
    },
    takeOver: () => setTyped(null),
  }
}
