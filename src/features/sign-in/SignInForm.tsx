import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { fieldText } from '@/messages/common/common.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { EmailField, emailProblem } from './EmailField.tsx'
import { EntryForm } from './EntryForm.tsx'
import { signInProblem } from './sign-in-problem.ts'
import styles from './EntryForm.module.css'

export interface SignInFormProps {
  /** The address to start with. */
  email?: string | undefined
  /** Called with the password once the session is stored. The form is busy until the promise resolves. */
  onSignedIn: (password: string) => Promise<void>
  /** Below the button. */
  links?: ReactNode
  /** Other ways to sign in. */
  others?: ReactNode
  /** Simulated mode only: lists the demo users, who sign in with one click. */
  Welcome?: ComponentType<{ onPick: (account: Credentials) => void }> | undefined
}

export interface Credentials {
  email: string
  password: string
}

/** The validation error of each field. */
const validate = ({
  email,
  password,
}: Credentials): { [Field in keyof Credentials]?: string | undefined } => ({
  email: emailProblem(email),
  password: password === '' ? fieldText.required(signInText.password) : undefined,
})

/** Sign-in form for email and password. Shows its own errors. */
export function SignInForm({ email: invited, onSignedIn, links, others, Welcome }: SignInFormProps) {
  // Uncontrolled fields, because not every browser fires events when it fills them in.
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [errors, setErrors] = useState<ReturnType<typeof validate>>({})
  const [isBusy, setBusy] = useState(false)
  const typed = (): Credentials => ({
    email: email.current?.value ?? '',
    password: password.current?.value ?? '',
  })
  // A field's error appears on submit and is updated during typing until the field is valid.
  const change = (field: keyof Credentials) => {
    if (errors[field] !== undefined) setErrors({ ...errors, [field]: validate(typed())[field] })
  }
  const signIn = async () => {
    if (isBusy) return
    const found = validate(typed())
    setErrors(found)
    if (found.email !== undefined) return email.current?.focus()
    if (found.password !== undefined) return password.current?.focus()
    setProblem(undefined)
    setBusy(true)
    const failed = await attempt(typed())
    setBusy(false)
    setProblem(failed?.why)
    if (failed?.isRefused) password.current?.focus()
  }
  /** The error of a sign-in; `isRefused` if it concerns the address or the password. */
  const attempt = async (credentials: Credentials) => {
    try {
      await api().session.signIn({ username: credentials.email.trim(), password: credentials.password })
    } catch (error) {
      return { why: signInProblem(error, Date.now()), isRefused: true }
    }
    try {
      await onSignedIn(credentials.password)
      return undefined
    } catch (error) {
      // The password was correct, so the form must show why the sign-in did not continue.
      return { why: errorMessage(error), isRefused: false }
    }
  }
  return (
    <>
      {Welcome && (
        <a
          href="#sign-in"
          className={styles.skip}
          onClick={(event) => {
            event.preventDefault()
            email.current?.focus()
          }}
        >
          {signInText.skipToForm}
        </a>
      )}
      {Welcome && (
        <Welcome
          onPick={(account) => {
            if (email.current) email.current.value = account.email
            if (password.current) password.current.value = account.password
            void signIn()
          }}
        />
      )}
      <EntryForm
        onSubmit={(event) => {
          event.preventDefault()
          void signIn()
        }}
        problem={problem}
        busy={isBusy}
        submitLabel={signInText.submit}
        busyLabel={signInText.signingIn}
      >
        <EmailField
          ref={email}
          name="email"
          defaultValue={invited}
          autoComplete="username"
          error={errors.email}
          onChange={() => change('email')}
        />
        <PasswordField
          ref={password}
          name="password"
          label={signInText.password}
          autoComplete="current-password"
          error={errors.password}
          onChange={() => change('password')}
        />
      </EntryForm>
      {links}
      {others}
    </>
  )
}
