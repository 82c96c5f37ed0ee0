import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useRovingRow } from '@/ui/table/use-roving-row.ts'

export interface RowsBodyProps {
  ref?: RefObject<HTMLTableSectionElement | null>
  onKeyDown?: (event: KeyboardEvent<HTMLTableSectionElement>) => void
  children: ReactNode
}

/** Table rows with one tab stop. Space selects a row, Shift+Space all rows since the previously selected one. */
export function RowsBody({ ref, onKeyDown, children }: RowsBodyProps) {
  const own = useRef<HTMLTableSectionElement>(null)
  const body = ref ?? own
  const onFocus = useRovingRow(body)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the interactive elements are the links inside
    <tbody
      ref={body}
      onFocus={onFocus}
      onKeyDown={(event) => {
        selectBySpace(event)
        onKeyDown?.(event)
      }}
    >
      {children}
    </tbody>
  )
}

/** Space on the link of a row toggles its checkbox. On the checkbox itself, the browser does. */
function selectBySpace(event: KeyboardEvent<HTMLTableSectionElement>) {
  if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement)) return
  event.preventDefault()
  const box = event.target.closest('tr')?.querySelector('input[type="checkbox"]')
  // Shift selects a range, like Shift+click on the checkbox.
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }))
}

/** Takes the height of the rows that are not rendered. */
export function RowsGap({ height, columns }: { height: number; columns: number }) {
  return (
    height > 0 && (
      <tr aria-hidden="true">
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden from assistive technology */}
        <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
      </tr>
    )
  )
}
