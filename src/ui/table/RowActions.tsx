import { IconPencil, IconTrash } from '@tabler/icons-react'
import { IconButton } from '../form/Button.tsx'
import styles from './RowActions.module.css'

export interface RowAction {
  label: string
  /** Why it cannot be done. */
  reason: string | undefined
  onPress: () => void
}

export interface RowActionsProps {
  /** Left out: it cannot be changed at all. */
  change: RowAction | undefined
  /** Left out: it cannot be taken away at all. */
  remove: RowAction | undefined
}

/** At the end of a row: changing what it tells of, and taking it away. */
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
