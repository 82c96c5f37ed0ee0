import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { commonText } from '@/messages/common.ts'
import { IconButton } from './Button.tsx'
import styles from './Chip.module.css'

export interface ChipProps {
  /** What is filtered by: "Tag". */
  label: string
  /** What it must be: "env: prod". */
  value: ReactNode
  /** For the name of the remove button, when the value is not a text. */
  name?: string
  onRemove?: () => void
  /** Makes the condition itself pressable, under a name that says what for. */
  onEdit?: { name: string; press: () => void }
}

/** One condition of a filter. */
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
