import { useId } from 'react'
import styles from './SelectField.module.css'

export interface SelectFieldProps<Value extends string> {
  label: string
  hideLabel?: boolean
  value: Value
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  onChange: (value: Value) => void
  description?: string
}

/** A choice of one, by the browser's own list. */
export function SelectField<Value extends string>({
  label,
  hideLabel,
  value,
  options,
  onChange,
  description,
}: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        aria-describedby={description === undefined ? undefined : `${id}-note`}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {description !== undefined && (
        <p id={`${id}-note`} className={styles.note}>
          {description}
        </p>
      )}
    </div>
  )
}
