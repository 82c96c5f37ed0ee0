import type { ComponentProps } from 'react'
import { classes } from '@/ui/classes.ts'
import { Field, type FieldFrameProps } from './Field.tsx'
import styles from './TextArea.module.css'

export interface TextAreaProps
  extends FieldFrameProps, Omit<ComponentProps<'textarea'>, keyof FieldFrameProps> {
  /** Monospaced, for text to copy. */
  mono?: boolean
}

/** A multi-line text field with label, description and error. */
export function TextArea({ label, error, description, mono, className, ...area }: TextAreaProps) {
  return (
    <Field id={area.id} label={label} error={error} description={description} className={className}>
      {(control) => (
        <textarea
          rows={3}
          spellCheck={false}
          autoComplete="off"
          {...area}
          {...control}
          className={classes(styles.area, mono && styles.mono)}
        />
      )}
    </Field>
  )
}
