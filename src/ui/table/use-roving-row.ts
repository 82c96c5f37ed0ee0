import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { FOCUSABLE } from './table-keys.ts'

const reach = (row: HTMLTableRowElement | undefined, tabIndex: 0 | -1) => {
  for (const control of row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []) {
    // Setting the same value would make the browser recompute the row.
    if (control.getAttribute('tabindex') !== String(tabIndex)) control.tabIndex = tabIndex
  }
}

/** A roving tabindex: Tab reaches only the controls of the row that was focused last; arrow keys move to other rows. */
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
