import { useId } from 'react'
import styles from './FileField.module.css'

export interface FileFieldProps {
  label: string
  /** What the browser offers: `.env,text/plain`. */
  accept?: string
  /** Why the last one could not be used; heard when it appears. */
  error?: string | undefined
  onChoose: (file: File) => void
}

/** Takes one file from the person's machine. */
export function FileField({ label, accept, error, onChoose }: FileFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // The same file may be chosen again after it was changed.
          target.value = ''
        }}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
