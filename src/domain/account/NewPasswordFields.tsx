import { useDeferredValue, useEffect, useState, type ComponentProps } from 'react'
import { passwordText as text } from '@/messages/password.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { newPasswordProblems, type NewPassword } from './new-password.ts'
import type { passwordStrength, PasswordStrength } from './password-strength.ts'
import styles from './NewPasswordFields.module.css'

export interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (value: NewPassword) => void
  /** Whether to say what is wrong: once somebody has tried to send it. */
  tried: boolean
  /** What others know of the person, such as the email address: a password made of it is weak. */
  known?: readonly string[]
}

/** A new password, how hard it is to guess, and the same again. `newPasswordProblem` says whether it may be sent. */
export function NewPasswordFields({ value, onChange, tried, known }: NewPasswordFieldsProps) {
  const problems = newPasswordProblems(value)
  return (
    <div className={styles.fields}>
      <NewPasswordField
        label={text.new}
        name="new-password"
        typed={value.password}
        known={known}
        value={value.password}
        error={tried ? problems.password : undefined}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
      <PasswordField
        label={text.again}
        name="new-password-again"
        autoComplete="new-password"
        value={value.again}
        error={tried && problems.password === undefined ? problems.again : undefined}
        onChange={(event) => onChange({ ...value, again: event.target.value })}
      />
    </div>
  )
}

export interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** What is in the field. */
  typed: string
  known?: readonly string[] | undefined
}

/** One field for a new password, with how hard it is to guess. */
export function NewPasswordField({ typed, known, ...field }: NewPasswordFieldProps) {
  return (
    <div className={styles.field}>
      <PasswordField description={text.rule} autoComplete="new-password" {...field} />
      <StrengthMeter password={typed} known={known} />
    </div>
  )
}

const tones = ['bad', 'bad', 'warn', 'ok', 'ok'] as const

function StrengthMeter({ password, known }: { password: string; known: readonly string[] | undefined }) {
  const strength = useStrength(useDeferredValue(password), known)
  return (
    <div className={styles.strength}>
      <div
        role="meter"
        aria-label={text.strength}
        aria-valuemin={0}
        aria-valuemax={text.strengths.length - 1}
        aria-valuenow={strength ?? 0}
        aria-valuetext={strength === null ? undefined : text.strengths[strength]}
        className={styles.bar}
        data-tone={strength === null ? undefined : tones[strength]}
      >
        {text.strengths.slice(1).map((name, index) => (
          <span
            key={name}
            className={styles.part}
            data-filled={(strength !== null && index < Math.max(1, strength)) || undefined}
          />
        ))}
      </div>
      <span className={styles.word} aria-hidden="true">
        {strength !== null && text.strengths[strength]}
      </span>
    </div>
  )
}

/** How hard a password is to guess; null without one, and until what tells it is loaded: with the first character. */
function useStrength(password: string, known: readonly string[] | undefined): PasswordStrength | null {
  const [estimate, setEstimate] = useState<typeof passwordStrength | null>(null)
  const isNeeded = password !== '' && estimate === null
  useEffect(() => {
    if (!isNeeded) return
    // The meter only advises: without its chunk the form works all the same.
    import('./password-strength.ts').then(
      (loaded) => setEstimate(() => loaded.passwordStrength),
      () => {},
    )
  }, [isNeeded])
  return password === '' || estimate === null ? null : estimate(password, known)
}
