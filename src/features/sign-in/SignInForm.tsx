import type { ComponentType, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '@/api/api.ts'
import { fieldText } from '@/messages/common.ts'
import { signInText } from '@/messages/sign-in.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Button } from '@/ui/Button.tsx'
import { PasswordField, TextField } from '@/ui/TextField.tsx'
import { isEmail } from '@/lib/email.ts'
import { signInProblem } from './sign-in-problem.ts'
import styles from './SignInForm.module.css'

export interface SignInFormProps {
  /** Called once a session is stored, with the password that began it. */
  onSignedIn: (password: string) => void
  /** Below the button. */
  links?: ReactNode
  /** Other ways to sign in. */
  others?: ReactNode
  /** Accounts to pick from, where the platform offers any. */
  Accounts?: ComponentType<{ onPick: (account: Credentials) => void }> | undefined
}

export interface Credentials {
  email: string
  password: string
}

/** Email and password. What is wrong is said here, in the form. */
export function SignInForm({ onSignedIn, links, others, Accounts }: SignInFormProps) {
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
    onSignedIn(password)
  })
  return (
    <>
      <form className={styles.form} noValidate onSubmit={(event) => void signIn(event)}>
        <TextField
          label={signInText.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="off"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register('email', {
            required: fieldText.required(signInText.email),
            validate: (email) => isEmail(email.trim()) || signInText.invalidEmail,
          })}
        />
        <PasswordField
          label={signInText.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: fieldText.required(signInText.password) })}
        />
        {errors.root?.message && (
          <Banner tone="bad" urgent>
            {errors.root.message}
          </Banner>
        )}
        <Button type="submit" variant="primary" wide busy={isSubmitting}>
          {isSubmitting ? signInText.signingIn : signInText.submit}
        </Button>
      </form>
      {links}
      {others}
      {Accounts && (
        <Accounts
          onPick={({ email, password }) => {
            form.clearErrors()
            form.setValue('email', email)
            form.setValue('password', password)
          }}
        />
      )}
    </>
  )
}
