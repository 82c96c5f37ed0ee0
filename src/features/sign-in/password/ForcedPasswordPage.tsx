import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { account } from '@/api/account.ts'
import { isApiError } from '@/api/errors.ts'
import { newPasswordProblem, noPassword } from '@/domain/account/new-password.ts'
import { NewPasswordFields } from '@/domain/account/NewPasswordFields.tsx'
import { signOut } from '@/domain/account/sign-out.ts'
import { fieldText } from '@/messages/common.ts'
import { forcedPasswordText as text } from '@/messages/password-reset.ts'
import { shellText } from '@/messages/shell.ts'
import { Button } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { EntryForm, EntryNote } from '../EntryForm.tsx'
import { entryProblem } from '../entry-problem.ts'
import { nextStep } from '../next-step.ts'
import { focusFirstWrong } from '@/ui/form/focus-first-wrong.ts'
import { unflagPassword } from './forced-password.ts'

/** For who signed in with a password that is longer than new ones may be: there is no way on without another one. */
export function Component() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [current, setCurrent] = useState('')
  const [wanted, setWanted] = useState(noPassword)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setTried(true)
    setProblem(undefined)
    if (current === '' || newPasswordProblem(wanted) !== undefined) return focusFirstWrong(form)
    setBusy(true)
    try {
      await account.changePassword(current, wanted.password)
    } catch (error) {
      setBusy(false)
      setProblem(isApiError(error, 'unauthorized') ? text.wrongPassword : entryProblem(error, Date.now()))
      form.querySelector('input')?.focus()
      return
    }
    unflagPassword()
    showToast({ tone: 'ok', key: 'password', title: text.done })
    void navigate(nextStep(), { replace: true })
  }
  return (
    <>
      <PageTitle title={text.title} />
      <EntryNote>{text.why}</EntryNote>
      <EntryForm
        onSubmit={(event) => void change(event)}
        problem={problem}
        busy={busy}
        submitLabel={text.submit}
        busyLabel={text.submitting}
      >
        <PasswordField
          label={text.current}
          autoComplete="current-password"
          value={current}
          error={tried && current === '' ? fieldText.required(text.current) : undefined}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <NewPasswordFields value={wanted} onChange={setWanted} tried={tried} />
      </EntryForm>
      <Button variant="quiet" onClick={() => signOut({ navigate }, queries)}>
        {shellText.signOut}
      </Button>
    </>
  )
}
