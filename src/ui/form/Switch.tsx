import { useId } from 'react'
import { Tooltip } from '@/ui/overlay/Tooltip.tsx'
import styles from './Switch.module.css'

export interface SwitchProps {
  /** Its accessible name. */
  label: string
  on: boolean
  /** Its state as text, next to it. */
  text: string
  onChange: (on: boolean) => void
  /** Why it is disabled. It stays focusable and shows the reason. */
  reason?: string | undefined
}

/** An on/off switch. */
export function Switch({ label, on, text, onChange, reason }: SwitchProps) {
  const id = useId()
  return (
    <>
      <Tooltip text={reason}>
        <button
          type="button"
          role="switch"
          className={styles.switch}
          aria-checked={on}
          aria-label={label}
          aria-disabled={reason === undefined ? undefined : true}
          aria-describedby={reason === undefined ? undefined : id}
          onClick={() => reason === undefined && onChange(!on)}
        >
          <span className={styles.track} aria-hidden="true">
            <span className={styles.thumb} />
          </span>
          <span aria-hidden="true">{text}</span>
        </button>
      </Tooltip>
      {reason !== undefined && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  )
}
