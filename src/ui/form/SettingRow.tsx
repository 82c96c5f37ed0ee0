import { useId, type ReactNode } from 'react'
import styles from './SettingRow.module.css'

export interface SettingRowProps {
  name: string
  /** What it means, in a sentence. */
  hint: ReactNode
  /** How it stands now. */
  value?: ReactNode
  /** What can be done about it. */
  children?: ReactNode
}

/** One setting: what it is called, how it stands, and the way to change it. */
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
