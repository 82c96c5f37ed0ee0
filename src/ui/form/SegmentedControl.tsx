import { useId } from 'react'
import styles from './SegmentedControl.module.css'

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the choice. */
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  size?: 'm' | 's'
  wide?: boolean
}

/** A choice between a few options: radio buttons in one frame, operated with arrow keys. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  size = 'm',
  wide,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles.control}
      data-size={size}
      data-wide={wide || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
