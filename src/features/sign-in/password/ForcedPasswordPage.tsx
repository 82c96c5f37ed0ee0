import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { account } from '@/api/account.ts'
import { isApiError } from '@/api/errors.ts'
import { newPasswordProblems, passwordProblem } from '@/domain/account/new-password.ts'
import { entryProblem } from '@/features/sign-in/entry-problem.ts'
import { EntryForm, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { shellText } from '@/messages/app/shell.ts'
import { fieldText } from '@/messages/common/common.ts'
import { forcedPasswordText as text } from '@/messages/sign-in/password-reset.ts'
import { passwordText } from '@/messages/sign-in/password.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { NewPasswordField } from '@/widgets/account/NewPasswordFields.tsx'
import { signOut } from '@/widgets/account/sign-out.ts'
import { unflagPassword } from './forced-password.ts'

/** Forces users whose password exceeds the maximum length to choose another one. */
export function Component() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm({ defaultValues: { current: '', password: '', again: '' } })
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const checkAgain = () => form.getFieldState('again').error !== undefined && void form.trigger('again')
  const typed = useWatch({ control: form.control, name: 'password' })
  const change = form.handleSubmit(async ({ current, password }) => {
    setProblem(undefined)
    try {
      await account.changePassword(current, password)
    } catch (error) {
      setProblem(isApiError(error, 'unauthorized') ? text.wrongPassword : entryProblem(error, Date.now()))
      form.setFocus('current')
      return
    }
    unflagPassword()
    showToast({ tone: 'ok', key: 'password', title: text.done })
    await navigate(nextStep(), { replace: true })
  })
  return (
    <>
      <PageTitle title={text.title} />
      <EntryNote>{text.why}</EntryNote>
      <EntryForm
        onSubmit={(event) => void change(event)}
        problem={problem}
        busy={isSubmitting}
        submitLabel={text.submit}
        busyLabel={text.submitting}
      >
        <PasswordField
          required
          label={text.current}
          autoComplete="current-password"
          error={errors.current?.message}
          {...form.register('current', { required: fieldText.required(text.current) })}
        />
        <NewPasswordField
          required
          label={passwordText.new}
          typed={typed}
          error={errors.password?.message}
          {...form.register('password', {
            validate: (password) => passwordProblem(password) ?? true,
            deps: ['again'],
            onChange: checkAgain,
          })}
        />
        <PasswordField
          required
          label={passwordText.again}
          autoComplete="new-password"
          error={errors.password === undefined ? errors.again?.message : undefined}
          {...form.register('again', {
            validate: (again, { password }) => newPasswordProblems({ password, again }).again ?? true,
            // Not while it is typed, when it cannot match yet.
            onBlur: () => form.getValues('again') !== '' && void form.trigger('again'),
            onChange: checkAgain,
          })}
        />
      </EntryForm>
      <Button variant="quiet" onClick={() => signOut({ navigate }, queries)}>
        {shellText.signOut}
      </Button>
    </>
  )
}
