import type { KeyboardEvent } from 'react'

export const FOCUSABLE = 'a[href], button, input, select, [tabindex="0"]'

/** Moves the focus between rows and controls of a native table by arrow keys, Home and End; arrow down enters its body. */
export function moveInTable(event: KeyboardEvent<HTMLElement>) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement) || isTyping(target)) return
  if (focusRow(target, currentTarget, event.key)) event.preventDefault()
}

/** Moves the focus from a control of a table, or from the table itself, by a key. Returns false if there is no target. */
export function focusRow(from: HTMLElement, table: HTMLElement, key: string): boolean {
  const row = from.closest('tr')
  const body = row?.closest('tbody')
  const next =
    row && body
      ? nextFocus(key, from, row, [...body.rows])
      : key === 'ArrowDown'
        ? rowToEnter(from, table)
        : undefined
  if (!next) return false
  next.focus()
  next.scrollIntoView?.({ block: 'nearest' })
  return true
}

/** From a header: the first row, in the same column. From the frame: the row that Tab would reach. */
function rowToEnter(from: HTMLElement, within: HTMLElement): HTMLElement | undefined {
  const rows = [...(within.querySelector('tbody')?.rows ?? [])]
  if (from.closest('th')) return sameControl(from, rows)
  if (from !== within) return undefined
  const reached = rows.flatMap(focusable).filter(({ tabIndex }) => tabIndex === 0)
  return reached.find((control) => control instanceof HTMLAnchorElement) ?? reached[0]
}

function nextFocus(
  key: string,
  from: HTMLElement,
  row: HTMLTableRowElement,
  rows: readonly HTMLTableRowElement[],
): HTMLElement | undefined {
  const controls = focusable(row)
  const at = controls.indexOf(from)
  const rowAt = rows.indexOf(row)
  switch (key) {
    case 'ArrowRight':
      return controls[at + 1]
    case 'ArrowLeft':
      return controls[at - 1]
    case 'ArrowDown':
      return sameControl(from, rows.slice(rowAt + 1))
    case 'ArrowUp':
      return sameControl(from, rows.slice(0, rowAt).toReversed())
    case 'Home':
      return sameControl(from, rows)
    case 'End':
      return sameControl(from, rows.toReversed())
    default:
      return undefined
  }
}

/** In the first row with a control: the control in the same column, else the first one. */
function sameControl(from: HTMLElement, rows: readonly HTMLTableRowElement[]): HTMLElement | undefined {
  const cell = from.closest<HTMLTableCellElement>('td, th')
  const place = cell ? focusable(cell).indexOf(from) : 0
  for (const row of rows) {
    const inColumn = focusable(row.cells[cell?.cellIndex ?? 0])
    const found = inColumn[place] ?? inColumn[0] ?? focusable(row)[0]
    if (found) return found
  }
  return undefined
}

function focusable(within: Element | undefined): HTMLElement[] {
  return within ? [...within.querySelectorAll<HTMLElement>(FOCUSABLE)] : []
}

function isTyping(element: HTMLElement): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  return element instanceof HTMLInputElement && element.type !== 'checkbox' && element.type !== 'radio'
}
