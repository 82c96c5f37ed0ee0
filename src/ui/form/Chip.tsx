import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { IconButton } from './Button.tsx'
import styles from './Chip.module.css'

export interface ChipProps {
  /** The field: "Tag". */
  label: string
  /** The value: "env: prod". */
  value: ReactNode
  /** Text for the remove button, if the value is not a string. */
  name?: string
  onRemove?: () => void
  /** Makes the condition clickable, with this accessible name. */
  onEdit?: { name: string; press: () => void }
}

/** A filter condition. */
export function Chip({ label, value, name, onRemove, onEdit }: ChipProps) {
  const words = (
    <>
      {label} <b>{value}</b>
    </>
  )
  return (
    <span className={styles.chip}>
      {onEdit ? (
        <button type="button" className={styles.words} aria-label={onEdit.name} onClick={onEdit.press}>
          {words}
        </button>
      ) : (
        <span className={styles.words}>{words}</span>
      )}
      {onRemove && (
        <IconButton
          size="s"
          className={styles.remove}
          label={commonText.removeFilter(name ?? `${label} ${typeof value === 'string' ? value : ''}`.trim())}
          icon={<IconX size={13} aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </span>
  )
}
