import { useId, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './Field.module.css'

export interface FieldFrameProps {
  label: string
  /** What is wrong with it; heard when it appears. */
  error?: string | undefined
  description?: ReactNode
  className?: string | undefined
}

/** What the control in a field takes, so that its label, description and error belong to it. */
export interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export interface FieldProps extends FieldFrameProps {
  /** The control's own id; made when absent. */
  id?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A control with its label, its description and what is wrong with it. */
export function Field({ id: given, label, error, description, className, children }: FieldProps) {
  const generated = useId()
  const id = given ?? generated
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
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': classes(...described) || undefined,
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
