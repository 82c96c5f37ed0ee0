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
export function TextArea({ label, error, description, required, mono, className, ...area }: TextAreaProps) {
  const frame = { id: area.id, label, error, description, required, className }
  return (
    <Field {...frame}>
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
