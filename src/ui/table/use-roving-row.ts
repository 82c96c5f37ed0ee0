import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { FOCUSABLE } from './table-keys.ts'

const reach = (row: HTMLTableRowElement | undefined, tabIndex: 0 | -1) => {
  for (const control of row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []) {
    // Saying the same again would have the browser look at the row again.
    if (control.getAttribute('tabindex') !== String(tabIndex)) control.tabIndex = tabIndex
  }
}

/** Tab reaches the controls of one row of a table's body only, that of the last focus; arrows lead to the others. */
export function useRovingRow(
  body: RefObject<HTMLTableSectionElement | null>,
): (event: FocusEvent<HTMLTableSectionElement>) => void {
  const reached = useRef<HTMLTableRowElement>(undefined)
  useLayoutEffect(() => {
    const rows = [...(body.current?.rows ?? [])]
    const kept = rows.find((row) => row === reached.current)
    reached.current = kept ?? rows.find((row) => row.querySelector(FOCUSABLE) !== null)
    for (const row of rows) reach(row, row === reached.current ? 0 : -1)
  })
  return ({ target }) => {
    const row = target.closest('tr') ?? undefined
    if (row === undefined || row === reached.current) return
    reach(reached.current, -1)
    reach(row, 0)
    reached.current = row
  }
}
