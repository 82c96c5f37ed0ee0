import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { passwordProblem } from '@/domain/account/new-password.ts'
import { EmailField, emailRules } from '@/features/sign-in/EmailField.tsx'
import { entryProblem } from '@/features/sign-in/entry-problem.ts'
import { EntryForm } from '@/features/sign-in/EntryForm.tsx'
import { signUpText as text } from '@/messages/sign-in/sign-up.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { useCaptcha } from '@/widgets/account/Captcha.tsx'
import { NewPasswordField } from '@/widgets/account/NewPasswordFields.tsx'
import type { SignUpInvitation } from './sign-up-invitation.ts'

export interface SignUpFormProps {
  /** Initial value of the email field. */
  email: string
  invitation: SignUpInvitation | null
  /** Called when the platform refuses the invitation; the account can be created without it. */
  onInvitationGone: () => void
  /** Called once the session is stored. The form is busy until the promise resolves, to prevent a second account. */
  onSignedUp: () => Promise<void>
}

/** Email, password and newsletter. Shows its own errors and keeps the input. */
export function SignUpForm({ email, invitation, onInvitationGone, onSignedUp }: SignUpFormProps) {
  const form = useForm({ defaultValues: { email, password: '', wantsNewsletter: false } })
  const captcha = useCaptcha()
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting, submitCount } = form.formState
  const [typedEmail, typedPassword] = useWatch({ control: form.control, name: ['email', 'password'] })
  const signUp = form.handleSubmit(async (values) => {
    if (captcha.response === null) return
    setProblem(undefined)
    try {
      await api().entry.register({
        ...values,
        email: values.email.trim(),
        captcha: captcha.response,
        invitation: invitation ?? undefined,
      })
    } catch (error) {
      captcha.reset()
      if (invitation !== null && isApiError(error, 'not-found')) onInvitationGone()
      setProblem(signUpProblem(error, invitation))
      form.setFocus('email')
      return
    }
    await onSignedUp()
  })
  return (
    <EntryForm
      onSubmit={(event) => void signUp(event)}
      problem={problem}
      busy={isSubmitting}
      submitLabel={text.submit}
      busyLabel={text.submitting}
    >
      <EmailField
        required
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', emailRules)}
      />
      <NewPasswordField
        required
        label={text.password}
        typed={typedPassword}
        known={[typedEmail]}
        error={errors.password?.message}
        {...form.register('password', { validate: (value) => passwordProblem(value, text.password) ?? true })}
      />
      <Controller
        control={form.control}
        name="wantsNewsletter"
        render={({ field }) => (
          <Checkbox label={text.newsletter} checked={field.value} onChange={field.onChange} />
        )}
      />
      {captcha.field(submitCount > 0)}
    </EntryForm>
  )
}

function signUpProblem(error: unknown, invitation: SignUpInvitation | null): string {
  if (isApiError(error, 'conflict')) return text.emailTaken
  if (isApiError(error, 'not-found')) return invitation === null ? text.notOffered : text.invitationGone
  return entryProblem(error, Date.now())
}
