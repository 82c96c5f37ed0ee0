import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { Button } from '@/ui/form/Button.tsx'
import { useFocusHome } from './use-focus-home.ts'
import { useTryAgain } from './use-try-again.ts'
import styles from './States.module.css'

export interface ErrorStateProps {
  /** What failed: "The fleets could not be loaded". */
  title: string
  /** Why, and what to do. */
  detail?: ReactNode
  /** Absent if retrying makes no sense. */
  onRetry?: () => void
  retrying?: boolean
  /** It failed by chance, so it is tried again by itself. */
  recovers?: boolean
  action?: ReactNode
  compact?: boolean
}

/** Shown in a list or panel that failed to load. It is announced to screen readers. */
export function ErrorState({ title, detail, onRetry, retrying, recovers, action, compact }: ErrorStateProps) {
  useTryAgain(recovers === true && retrying !== true ? onRetry : undefined)
  return (
    <div ref={useFocusHome()} className={styles.state} role="alert" data-compact={compact || undefined}>
      <span className={styles.icon} data-tone="bad">
        <IconAlertTriangle size={compact ? 18 : 24} aria-hidden="true" />
      </span>
      <p className={styles.title}>{title}</p>
      {detail && <p className={styles.detail}>{detail}</p>}
      {(onRetry || action) && (
        <div className={styles.action}>
          {onRetry && (
            <Button
              size="s"
              icon={<IconRefresh size={15} aria-hidden="true" />}
              busy={retrying}
              onClick={onRetry}
            >
              {commonText.retry}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
