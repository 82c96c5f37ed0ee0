import { useId, type ReactNode } from 'react'
import { classes } from '@/ui/classes.ts'
import styles from './Checkbox.module.css'

export interface CheckboxProps {
  label: ReactNode
  /** The label is only for screen readers, as in tables. */
  hideLabel?: boolean
  checked: boolean
  /** Partly selected. */
  mixed?: boolean
  onChange: (checked: boolean) => void
  /** Why it is disabled. */
  reason?: string | undefined
}

export function Checkbox({ label, hideLabel, checked, mixed, onChange, reason }: CheckboxProps) {
  const id = useId()
  const isName = hideLabel === true && typeof label === 'string'
  return (
    <label className={classes(styles.label, hideLabel && styles.bare)} title={reason}>
      <input
        type="checkbox"
        className={styles.box}
        // A label only for screen readers needs no element, because tables have hundreds of them.
        aria-label={isName ? label : undefined}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed === true
        }}
        aria-disabled={reason === undefined ? undefined : true}
        aria-describedby={reason === undefined ? undefined : id}
        onChange={(event) => reason === undefined && onChange(event.target.checked)}
      />
      {!isName && <span className={hideLabel ? 'visually-hidden' : undefined}>{label}</span>}
      {reason !== undefined && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </label>
  )
}
