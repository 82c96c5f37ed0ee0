import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { fieldText } from '@/messages/common/common.ts'
import { IconButton } from './Button.tsx'
import { Field, type FieldFrameProps } from './Field.tsx'
import styles from './TextField.module.css'

export interface TextFieldProps
  extends FieldFrameProps, Omit<ComponentProps<'input'>, 'size' | keyof FieldFrameProps> {
  /** Content at the right inside the field. */
  aside?: ReactNode
}

/** A text field with label, description and error. Also takes the props of `register`. */
export function TextField({
  label,
  error,
  description,
  required,
  aside,
  className,
  ...input
}: TextFieldProps) {
  const frame = { id: input.id, label, error, description, required, className }
  return (
    <Field {...frame}>
      {(control) => (
        <div className={styles.frame} data-invalid={control['aria-invalid']}>
          <input {...input} {...control} className={styles.input} />
          {aside}
        </div>
      )}
    </Field>
  )
}

/** A password field with a button that shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'aside'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      aside={
        <IconButton
          size="s"
          label={shown ? fieldText.hidePassword : fieldText.showPassword}
          icon={<Icon size={16} aria-hidden="true" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
