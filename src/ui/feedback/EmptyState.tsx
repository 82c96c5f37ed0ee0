import type { ReactNode } from 'react'
import { Status } from './Status.tsx'
import { useFocusHome } from './use-focus-home.ts'
import styles from './States.module.css'

export interface EmptyStateProps {
  /** One sentence that says what goes here. */
  title: string
  /** A sentence or two. */
  detail?: ReactNode
  /** What the user does one after the other. */
  steps?: ReactNode
  icon?: ReactNode
  /** The action that adds the first item, or clears the filter. */
  action?: ReactNode
  compact?: boolean
  /** Nothing matches what was searched or filtered for, which is announced. */
  answers?: boolean
}

/** Shown in an empty list or panel. */
export function EmptyState({ title, detail, steps, icon, action, compact, answers }: EmptyStateProps) {
  return (
    <div ref={useFocusHome()} className={styles.state} data-compact={compact || undefined}>
      {icon && <span className={styles.icon}>{icon}</span>}
      {answers ? <Status className={styles.title}>{title}</Status> : <p className={styles.title}>{title}</p>}
      {detail && <p className={styles.detail}>{detail}</p>}
      {steps}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
