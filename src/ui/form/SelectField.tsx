import { useId } from 'react'
import { classes } from '@/ui/classes.ts'
import styles from './SelectField.module.css'

export interface SelectFieldProps<Value extends string> {
  label: string
  hideLabel?: boolean
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  description?: string
  /** Why it is disabled. It stays focusable and shows the reason. */
  reason?: string | undefined
  /** In a dialog: gets the focus when it opens. */
  startsFocused?: boolean
}

/** A native select element. */
export function SelectField<Value extends string>({
  label,
  hideLabel,
  value,
  options,
  onChange,
  description,
  reason,
  startsFocused,
}: SelectFieldProps<Value>) {
  const id = useId()
  const described = [description !== undefined && `${id}-note`, reason !== undefined && `${id}-reason`]
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {description !== undefined && (
        <p id={`${id}-note`} className={styles.note}>
          {description}
        </p>
      )}
      <select
        id={id}
        className={styles.select}
        value={value}
        aria-disabled={reason === undefined ? undefined : true}
        aria-describedby={classes(...described) || undefined}
        title={reason}
        data-autofocus={startsFocused}
        onChange={(event) => {
          if (reason !== undefined) return
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {reason !== undefined && (
        <span id={`${id}-reason`} hidden>
          {reason}
        </span>
      )}
    </div>
  )
}
