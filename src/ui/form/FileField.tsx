import { useId } from 'react'
import { classes } from '../classes.ts'
import styles from './FileField.module.css'

export interface FileFieldProps {
  label: string
  /** Accepted file types: `.env,text/plain`. */
  accept?: string
  /** Why the last file was rejected; announced when it appears. */
  error?: string | undefined
  description?: string
  /** Allows several files. */
  multiple?: boolean
  /** `all`: all files that were selected together. */
  onChoose: (file: File, all: readonly File[]) => void
}

/** A file input. */
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
          // The same file can be selected again after it was changed.
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
