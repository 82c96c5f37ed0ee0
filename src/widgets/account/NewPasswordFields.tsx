import { useDeferredValue, useEffect, useState, type ComponentProps } from 'react'
import { newPasswordProblems, type NewPassword } from '@/domain/account/new-password.ts'
import type { passwordStrength, PasswordStrength } from '@/domain/account/password-strength.ts'
import { passwordText as text } from '@/messages/sign-in/password.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import styles from './NewPasswordFields.module.css'

export interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (value: NewPassword) => void
  /** Shows validation errors: true after the first attempt to submit. */
  tried: boolean
  /** Known words about the user, such as the email address; a password made of them is rated weak. */
  known?: readonly string[]
}

/** A new password with a strength meter, and its confirmation. `newPasswordProblem` validates it. */
export function NewPasswordFields({ value, onChange, tried, known }: NewPasswordFieldsProps) {
  const problems = newPasswordProblems(value)
  const [left, setLeft] = useState(false)
  // Not while it is typed, when it cannot match yet.
  const showsMismatch = tried || (left && value.again !== '')
  return (
    <div className={styles.fields}>
      <NewPasswordField
        required
        label={text.new}
        name="new-password"
        typed={value.password}
        known={known}
        value={value.password}
        error={tried ? problems.password : undefined}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
      <PasswordField
        required
        label={text.again}
        name="new-password-again"
        autoComplete="new-password"
        value={value.again}
        error={showsMismatch && problems.password === undefined ? problems.again : undefined}
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange({ ...value, again: event.target.value })}
      />
    </div>
  )
}

export interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** The current value of the field. */
  typed: string
  known?: readonly string[] | undefined
}

/** One field for a new password, with a strength meter. */
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

/** The strength of a password; null if it is empty or while the estimator loads, which starts with the first character. */
function useStrength(password: string, known: readonly string[] | undefined): PasswordStrength | null {
  const [estimate, setEstimate] = useState<typeof passwordStrength | null>(null)
  const isNeeded = password !== '' && estimate === null
  useEffect(() => {
    if (!isNeeded) return
    // The meter is only advice: if its chunk fails to load, the form still works.
    import('@/domain/account/password-strength.ts').then(
      (loaded) => setEstimate(() => loaded.passwordStrength),
      () => {},
    )
  }, [isNeeded])
  return password === '' || estimate === null ? null : estimate(password, known)
}
