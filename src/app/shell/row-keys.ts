import { isTyping } from '@/ui/form/typing.ts'
import { focusRow } from '@/ui/table/table-keys.ts'

/** Where letters mean something of their own: a menu goes to the item that begins so. */
const OF_ITSELF = '[role="menu"], [role="listbox"], [role="tree"]'

export interface Press {
  key: string
  shiftKey: boolean
  /** Where the first row is entered. */
  first: HTMLElement | undefined
}

/** On the page of a device J and K go to the next one. */
const isTaken = (key: string) =>
  document.querySelector(`main [aria-keyshortcuts="${key.toUpperCase()}"]`) !== null

/**
 * J and K move between the rows of a table, X selects the row, O and Enter open what it is about, Escape leaves the row or
 * the filter for the table. Without a row that has the focus, J goes to the first.
 */
export function pressInRows({ key, shiftKey, first }: Press) {
  // As it is by now: of quick presses each goes on from where the one before has led.
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
      // With Shift as a press with Shift: all rows from the one chosen before.
      box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
      return
    }
    case 'o':
      row?.querySelector<HTMLElement>('a[href]')?.click()
      return
    case 'enter':
      // Links and buttons are pressed by it anyway.
      if (row && focused instanceof HTMLInputElement && focused.type === 'checkbox')
        row.querySelector<HTMLElement>('a[href]')?.click()
      return
    case 'escape':
      // In a field Escape gives up what is typed.
      if (row && !isTyping(focused)) table.focus()
      else if (focused.matches('[data-filter]')) leaveFilter(focused)
  }
}

function leaveFilter(filter: HTMLElement) {
  const table = document.querySelector<HTMLElement>('main [data-rows]')
  if (table) table.focus()
  else filter.blur()
}
