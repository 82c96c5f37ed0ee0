import type { ReactNode } from 'react'
import { useFocusHome } from './use-focus-home.ts'
import styles from './States.module.css'

export interface EmptyStateProps {
  /** One sentence that says what goes here. */
  title: string
  detail?: ReactNode
  icon?: ReactNode
  /** The action that adds the first item, or clears the filter. */
  action?: ReactNode
  compact?: boolean
}

/** Shown in an empty list or panel. */
export function EmptyState({ title, detail, icon, action, compact }: EmptyStateProps) {
  return (
    <div ref={useFocusHome()} className={styles.state} data-compact={compact || undefined}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      {detail && <p className={styles.detail}>{detail}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
