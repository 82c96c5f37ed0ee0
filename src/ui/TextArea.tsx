import { useId, type ComponentProps, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './TextArea.module.css'

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string
  /** What is wrong with it; heard when it appears. */
  error?: string | undefined
  description?: ReactNode
  /** For what is copied rather than read. */
  mono?: boolean
}

/** Lines of text with their label, description and what is wrong with them. */
export function TextArea({ label, error, description, mono, className, ...area }: TextAreaProps) {
  const generated = useId()
  const id = area.id ?? generated
  const described = [description !== undefined && `${id}-description`, error && `${id}-error`]
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {description !== undefined && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      <textarea
        rows={3}
        spellCheck={false}
        autoComplete="off"
        {...area}
        id={id}
        className={classes(styles.area, mono && styles.mono)}
        aria-invalid={error ? true : undefined}
        aria-describedby={classes(...described) || undefined}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
