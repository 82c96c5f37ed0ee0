import { useId, type ReactNode } from 'react'
import styles from './ChoiceList.module.css'

export interface Choice {
  /** A key of its own. */
  value: string
  label: ReactNode
  /** Secondary text below the label. */
  detail?: ReactNode
  /** At the right. */
  aside?: ReactNode
  /** Why it is disabled. It stays focusable and shows the reason. */
  reason?: string | undefined
}

export interface ChoiceListProps {
  /** Accessible name of the choice. */
  label: string
  choices: readonly Choice[]
  value: string | null
  onChange: (value: string) => void
}

/** A list of radio buttons that scrolls. */
export function ChoiceList({ label, choices, value, onChange }: ChoiceListProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.list}>
      {choices.map((choice) => (
        <ChoiceRow
          key={choice.value}
          name={name}
          choice={choice}
          checked={choice.value === value}
          onChange={onChange}
        />
      ))}
    </div>
  )
}

interface ChoiceRowProps {
  name: string
  choice: Choice
  checked: boolean
  onChange: (value: string) => void
}

function ChoiceRow({ name, choice, checked, onChange }: ChoiceRowProps) {
  const id = useId()
  const { value, label, detail, aside, reason } = choice
  return (
    <label className={styles.row} data-disabled={reason === undefined ? undefined : true}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        aria-disabled={reason === undefined ? undefined : true}
        aria-describedby={reason === undefined ? undefined : id}
        onChange={() => reason === undefined && onChange(value)}
      />
      <span className={styles.text}>
        <span className={styles.label}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
        {reason !== undefined && (
          <span id={id} className={styles.detail}>
            {reason}
          </span>
        )}
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </label>
  )
}
