import { isTyping } from '@/ui/form/typing.ts'
import { focusRow } from '@/ui/table/table-keys.ts'

/** Widgets in which letters have their own meaning: in a menu they jump to an item. */
const OF_ITSELF = '[role="menu"], [role="listbox"], [role="tree"]'

export interface Press {
  key: string
  shiftKey: boolean
  /** Tables whose first row gets the focus. */
  first: HTMLElement | undefined
}

/** On a device page, J and K go to the next or previous device. */
const isTaken = (key: string) =>
  document.querySelector(`main [aria-keyshortcuts="${key.toUpperCase()}"]`) !== null

/**
 * J and K move between the rows of a table, X selects the row, O and Enter open it, Escape moves from the row or the
 * filter to the table. If no row has the focus, J goes to the first.
 */
export function pressInRows({ key, shiftKey, first }: Press) {
  // Read at each key press, so that quick presses continue from the latest position.
  const { activeElement: focused } = document
  if (!(focused instanceof HTMLElement) || focused.closest(OF_ITSELF)) return
  const table = focused.closest<HTMLElement>('main [data-rows]')
  const row = table && focused.closest<HTMLTableRowElement>('tbody tr')
  switch (key) {
    case 'j':
    case 'k':
      if (isTaken(key)) return
      if (table) focusRow(focused, table, key === 'j' ? 'ArrowDown' : 'ArrowUp')
      else first?.focus()
      return
    case 'x': {
      const box = row?.querySelector('input[type="checkbox"]')
      // With Shift, like Shift-click: selects the range from the previously selected row.
      box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
      return
    }
    case 'o':
      row?.querySelector<HTMLElement>('a[href]')?.click()
      return
    case 'enter':
      // Links and buttons react to it anyway.
      if (row && focused instanceof HTMLInputElement && focused.type === 'checkbox')
        row.querySelector<HTMLElement>('a[href]')?.click()
      return
    case 'escape':
      // In a field, Escape discards the input.
      if (row && !isTyping(focused)) table.focus()
      else if (focused.matches('[data-filter]')) leaveFilter(focused)
  }
}

function leaveFilter(filter: HTMLElement) {
  const table = document.querySelector<HTMLElement>('main [data-rows]')
  if (table) table.focus()
  else filter.blur()
}
