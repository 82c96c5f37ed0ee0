import { IconPencil, IconTrash } from '@tabler/icons-react'
import { IconButton } from './Button.tsx'
import styles from './RowActions.module.css'

export interface RowAction {
  label: string
  /** Why it cannot be done. */
  reason: string | undefined
  onPress: () => void
}

/** At the end of a row: changing what it tells of, and taking it away. */
export function RowActions({ change, remove }: { change: RowAction; remove: RowAction }) {
  return (
    <span className={styles.actions}>
      <IconButton
        size="s"
        label={change.label}
        icon={<IconPencil size={16} aria-hidden="true" />}
        reason={change.reason}
        onClick={change.onPress}
      />
      <IconButton
        size="s"
        label={remove.label}
        icon={<IconTrash size={16} aria-hidden="true" />}
        reason={remove.reason}
        onClick={remove.onPress}
      />
    </span>
  )
}
