import { useId, type Ref } from 'react'
import { accountTypes, type AccountType } from '@/domain/account/account-types.ts'
import { profileText as text } from '@/messages/sign-in/sign-up.ts'
import styles from './AccountTypeField.module.css'

export interface AccountTypeFieldProps {
  value: AccountType | ''
  error: string | undefined
  onChange: (type: AccountType) => void
  /** Receives the focus if nothing is chosen. */
  firstRef: Ref<HTMLInputElement>
}

/** Personal or professional; nothing is preselected. */
export function AccountTypeField({ value, error, onChange, firstRef }: AccountTypeFieldProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      className={styles.group}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend className={styles.legend}>{text.accountType}</legend>
      <div className={styles.options}>
        {accountTypes.map((type, index) => (
          <label key={type} className={styles.option}>
            <input
              ref={index === 0 ? firstRef : undefined}
              type="radio"
              name={`${id}-type`}
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
            />
            {text.accountTypes[type]}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
