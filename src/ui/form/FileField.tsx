import { useId } from 'react'
import { classes } from '../classes.ts'
import styles from './FileField.module.css'

export interface FileFieldProps {
  label: string
  /** What the browser offers: `.env,text/plain`. */
  accept?: string
  /** Why the last one could not be used; heard when it appears. */
  error?: string | undefined
  description?: string
  /** Several may be chosen at once. */
  multiple?: boolean
  /** `all`: everything that was chosen at once, the file among it. */
  onChoose: (file: File, all: readonly File[]) => void
}

/** Takes a file from the person's machine, or several. */
export function FileField({ label, accept, error, description, multiple, onChoose }: FileFieldProps) {
  const id = useId()
  const described = [description !== undefined && `${id}-description`, error && `${id}-error`]
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {description !== undefined && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={classes(...described) || undefined}
        onChange={({ target }) => {
          const all = [...(target.files ?? [])]
          const [file] = all
          if (file) onChoose(file, all)
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
