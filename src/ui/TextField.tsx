import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { fieldText } from '@/messages/common.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './TextField.module.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  label: string
  /** What is wrong with it; heard when it appears. */
  error?: string | undefined
  description?: ReactNode
  /** At the right inside the field. */
  aside?: ReactNode
}

/** One line of text with its label, its description and what is wrong with it. Takes the props of `register` too. */
export function TextField({ label, error, description, aside, className, ...input }: TextFieldProps) {
  const generated = useId()
  const id = input.id ?? generated
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
      <div className={styles.frame} data-invalid={error ? true : undefined}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={classes(...described) || undefined}
        />
        {aside}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A password that can be shown. */
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
