import type { ReactNode } from 'react'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import styles from './BillingPage.module.css'

export interface WideTableProps {
  /** Accessible name. */
  label: string
  children: ReactNode
}

/** A table that scrolls horizontally within a narrow panel, and becomes cards on narrow screens. */
export function WideTable({ label, children }: WideTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling part must be reachable by keyboard
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <PlainTable label={label} stacks>
        {children}
      </PlainTable>
    </div>
  )
}
