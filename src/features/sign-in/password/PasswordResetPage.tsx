import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '@/api/api.ts'
import { useCaptcha } from '@/domain/account/Captcha.tsx'
import { paths } from '@/lib/paths.ts'
import { resetText as text } from '@/messages/password-reset.ts'
import { signInText } from '@/messages/sign-in.ts'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { prefilledEmail } from '@/lib/email.ts'
import { EmailField, emailRules } from '../EmailField.tsx'
import { EntryForm, EntryLinks, EntryNote } from '../EntryForm.tsx'
import { entryProblem } from '../entry-problem.ts'

/** Asks for a letter with which to set a new password. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const [problem, setProblem] = useState<string>()
  const form = useForm({ defaultValues: { email: prefilledEmail(search.get('email')) } })
  const { errors, isSubmitting, submitCount } = form.formState
  const ask = form.handleSubmit(async ({ email }) => {
    if (captcha.response === null) return
    setProblem(undefined)
    try {
      await api().entry.requestReset(email.trim(), captcha.response)
    } catch (error) {
      captcha.reset()
      setProblem(entryProblem(error, Date.now()))
      form.setFocus('email')
      return
    }
    await navigate(paths.passwordResetSent(), { state: { email: email.trim() } })
  })
  return (
    <>
      <PageTitle title={text.title} />
      <EntryNote>{text.intro}</EntryNote>
      <EntryForm
        onSubmit={(event) => void ask(event)}
        problem={problem}
        busy={isSubmitting}
        submitLabel={text.submit}
        busyLabel={text.submitting}
      >
        <EmailField
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email', emailRules)}
        />
        {captcha.field(submitCount > 0)}
      </EntryForm>
      <EntryLinks>
        <Link to={paths.login()}>{signInText.backToSignIn}</Link>
      </EntryLinks>
    </>
  )
}
