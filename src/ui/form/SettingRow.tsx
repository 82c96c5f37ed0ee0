import { useId, type ReactNode } from 'react'
import styles from './SettingRow.module.css'

export interface SettingRowProps {
  name: string
  /** A sentence that explains it. */
  hint: ReactNode
  /** The current value. */
  value?: ReactNode
  /** Actions. */
  children?: ReactNode
}

/** A setting with its name, value and actions. */
export function SettingRow({ name, hint, value, children }: SettingRowProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.row}>
      <div className={styles.what}>
        <h3 id={id} className={styles.name}>
          {name}
        </h3>
        {value !== undefined && <div className={styles.value}>{value}</div>}
        <p className={styles.hint}>{hint}</p>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
