import { IconPencil, IconTrash } from '@tabler/icons-react'
import { IconButton } from '@/ui/form/Button.tsx'
import styles from './RowActions.module.css'

export interface RowAction {
  label: string
  /** Why it is disabled. */
  reason: string | undefined
  onPress: () => void
}

export interface RowActionsProps {
  /** Omitted if it can never be changed. */
  change: RowAction | undefined
  /** Omitted if it can never be removed. */
  remove: RowAction | undefined
}

/** The actions at the end of a row: change and remove. */
export function RowActions({ change, remove }: RowActionsProps) {
  return (
    <span className={styles.actions}>
      {change && (
        <IconButton
          size="s"
          label={change.label}
          icon={<IconPencil size={16} aria-hidden="true" />}
          reason={change.reason}
          onClick={change.onPress}
        />
      )}
      {remove && (
        <IconButton
          size="s"
          label={remove.label}
          icon={<IconTrash size={16} aria-hidden="true" />}
          reason={remove.reason}
          onClick={remove.onPress}
        />
      )}
    </span>
  )
}
