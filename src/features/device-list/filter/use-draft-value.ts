import { useEffect, useRef, useState } from 'react'

export interface DraftValue {
  /** The unapplied text; null: the field shows the value. */
  typed: string | null
  /** Shows the text and applies it after a delay; immediately if 0, never if undefined. */
  write: (text: string, applyAfterMs?: number) => void
  /** Applies a text immediately. */
  apply: (text: string) => void
  /** Discards the text, so that the field shows the value. */
  discard: () => void
}

/**
 * State of a text field whose value updates later than the text. `onApply` returns the resulting value: when that
 * arrives, text typed in the meantime is kept. Any other value (back, "clear filters") replaces the text.
 */
export function useDraftValue(value: string, onApply: (text: string) => string): DraftValue {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applied = useRef<string>(undefined)
  // Other filters may have changed before the delayed call.
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
    discard: () => setTyped(null),
  }
}
