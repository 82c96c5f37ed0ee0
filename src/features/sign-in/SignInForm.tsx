import type { ComponentType, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { fieldText } from '@/messages/common.ts'
import { signInText } from '@/messages/sign-in.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { EmailField, emailRules } from './EmailField.tsx'
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

/** Email and password. What is wrong is said here, in the form. */
export function SignInForm({ onSignedIn, links, others, Welcome }: SignInFormProps) {
  const form = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting } = form.formState
  const signIn = form.handleSubmit(async ({ email, password }) => {
    try {
      await api().session.signIn({ username: email.trim(), password })
    } catch (error) {
      form.setError('root', { message: signInProblem(error, Date.now()) })
      form.setFocus('password')
      return
    }
    try {
      await onSignedIn(password)
    } catch (error) {
      // The password was right: a form that only stood there would say the opposite.
      form.setError('root', { message: errorMessage(error) })
    }
  })
  return (
    <>
      {Welcome && (
        <Welcome
          onPick={({ email, password }) => {
            form.clearErrors()
            form.setValue('email', email)
            form.setValue('password', password)
            void signIn()
          }}
        />
      )}
      <EntryForm
        onSubmit={(event) => void signIn(event)}
        problem={errors.root?.message}
        busy={isSubmitting}
        submitLabel={signInText.submit}
        busyLabel={signInText.signingIn}
      >
        <EmailField
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email', emailRules)}
        />
        <PasswordField
          label={signInText.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: fieldText.required(signInText.password) })}
        />
      </EntryForm>
      {links}
      {others}
    </>
  )
}
