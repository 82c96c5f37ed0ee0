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
}

/** One condition of a filter. */
export function Chip({ label, value, name, onRemove }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span>
        {label} <b>{value}</b>
      </span>
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
