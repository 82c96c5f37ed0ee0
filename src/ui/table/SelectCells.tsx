import { commonText } from '@/messages/common/common.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import type { RowSelection } from './use-row-selection.ts'
import styles from './SelectCells.module.css'

export interface SelectAllCellProps {
  rows: readonly { id: number }[]
  selection: RowSelection
}

/** In a table header: selects all rows, or none. */
export function SelectAllCell({ rows, selection: { ids, select } }: SelectAllCellProps) {
  const all = rows.map(({ id }) => id)
  const count = all.filter((id) => ids.has(id)).length
  return (
    <th className={styles.cell}>
      <Checkbox
        hideLabel
        label={commonText.selectAllRows}
        checked={count === all.length}
        mixed={count > 0 && count < all.length}
        onChange={(on) => select(all, on)}
      />
    </th>
  )
}

export interface SelectCellProps {
  row: number
  /** Accessible name of the checkbox: "Select devi". */
  label: string
  selection: RowSelection
}

/** At the start of a row: selects it. */
export function SelectCell({ row, label, selection: { ids, select } }: SelectCellProps) {
  return (
    <td className={styles.cell}>
      <Checkbox hideLabel label={label} checked={ids.has(row)} onChange={(on) => select([row], on)} />
    </td>
  )
}
