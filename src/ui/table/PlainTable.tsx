import type { ReactNode } from 'react'
import { classes } from '@/ui/classes.ts'
import styles from './PlainTable.module.css'
import stacking from '@/ui/overlay/stacking.module.css'

export interface PlainTableProps {
  /** Accessible name. */
  label: string
  /** In a narrow container, each row becomes a card; a cell's `data-unit` is then shown after its number. */
  stacks?: boolean
  /** `thead` and `tbody` with native cells. */
  children: ReactNode
}

/** A table inside a panel, which provides its frame. */
export function PlainTable({ label, stacks, children }: PlainTableProps) {
  const table = (
    <table className={classes(styles.table, stacks && stacking.stacks)} aria-label={label}>
      {children}
    </table>
  )
  return stacks ? <div className={stacking.room}>{table}</div> : table
}
