import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { fieldText } from '@/messages/common.ts'
import { signInText } from '@/messages/sign-in.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { EmailField, emailProblem } from './EmailField.tsx'
import { EntryForm } from './EntryForm.tsx'
import { signInProblem } from './sign-in-problem.ts'

export interface SignInFormProps {
  /** Called once a session is stored, with the password that began it. The form is busy until it is done. */
  onSignedIn: (password: string) => Promise<void>
  /** Below the button. */
  links?: ReactNode
  /** Other ways to sign in. */
  others?: ReactNode
  /** Before the form, where the platform is simulated: accounts of which a press signs in. */
  Welcome?: ComponentType<{ onPick: (account: Credentials) => void }> | undefined
}

export interface Credentials {
  email: string
  password: string
}

/** What is wrong with each field before it is sent. */
const faultsIn = ({
  email,
  password,
}: Credentials): { [Field in keyof Credentials]?: string | undefined } => ({
  email: emailProblem(email),
  password: password === '' ? fieldText.required(signInText.password) : undefined,
})

/** Email and password. What is wrong is said here, in the form. */
export function SignInForm({ onSignedIn, links, others, Welcome }: SignInFormProps) {
  // The fields keep what is typed themselves: a browser that fills them in tells nobody.
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [faults, setFaults] = useState<ReturnType<typeof faultsIn>>({})
  const [isBusy, setBusy] = useState(false)
  const typed = (): Credentials => ({
    email: email.current?.value ?? '',
    password: password.current?.value ?? '',
  })
  // What is wrong with a field is said when the form is sent, and until it is right.
  const change = (field: keyof Credentials) => {
    if (faults[field] !== undefined) setFaults({ ...faults, [field]: faultsIn(typed())[field] })
  }
  const signIn = async () => {
    if (isBusy) return
    const found = faultsIn(typed())
    setFaults(found)
    if (found.email !== undefined) return email.current?.focus()
    if (found.password !== undefined) return password.current?.focus()
    setProblem(undefined)
    setBusy(true)
    const failed = await begin(typed())
    setBusy(false)
    setProblem(failed?.why)
    if (failed?.isRefused) password.current?.focus()
  }
  /** What failed; a refusal is one of the address or the password. */
  const begin = async (given: Credentials) => {
    try {
      await api().session.signIn({ username: given.email.trim(), password: given.password })
    } catch (error) {
      return { why: signInProblem(error, Date.now()), isRefused: true }
    }
    try {
      await onSignedIn(given.password)
      return undefined
    } catch (error) {
      // The password was right: a form that only stood there would say the opposite.
      return { why: errorMessage(error), isRefused: false }
    }
  }
  return (
    <>
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
          autoComplete="username"
          error={faults.email}
          onChange={() => change('email')}
        />
        <PasswordField
          ref={password}
          name="password"
          label={signInText.password}
          autoComplete="current-password"
          error={faults.password}
          onChange={() => change('password')}
        />
      </EntryForm>
      {links}
      {others}
    </>
  )
}
