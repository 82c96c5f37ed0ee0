import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate, useParams } from 'react-router'
import { api } from '@/api/api.ts'
import { newPasswordProblem, noPassword } from '@/domain/account/new-password.ts'
import { EntryForm, EntryLinks } from '@/features/sign-in/EntryForm.tsx'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { paths } from '@/lib/paths.ts'
import { resetText as text } from '@/messages/sign-in/password-reset.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { focusFirstWrong } from '@/ui/form/focus-first-wrong.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { NewPasswordFields } from '@/widgets/account/NewPasswordFields.tsx'
import { unflagPassword } from './forced-password.ts'
import { resetProblem, type ResetProblem } from './reset-problem.ts'

/** Sets a new password with the emailed code, and a second factor if the account has one. */
export function Component() {
  const { loginCode = '' } = useParams()
  const finish = useFinish()
  const [wanted, setWanted] = useState(noPassword)
  const [code, setCode] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ResetProblem>()
  const reset = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setTried(true)
    setProblem(undefined)
    if (newPasswordProblem(wanted) !== undefined) return focusFirstWrong(form)
    setBusy(true)
    try {
      const isSignedIn = await api().entry.resetPassword({
        resetCode: loginCode,
        password: wanted.password,
        ...(code === null ? {} : { code: code.trim() }),
      })
      finish(isSignedIn)
    } catch (error) {
      const why = resetProblem(error, Date.now())
      setBusy(false)
      setProblem(why)
      if (why.about === 'code') setCode(code ?? '')
      focusFirstWrong(form)
    }
  }
  return (
    <>
      <PageTitle title={text.setTitle} />
      <EntryForm
        onSubmit={(event) => void reset(event)}
        problem={problem && problem.about !== 'code' ? problem.text : undefined}
        busy={busy}
        submitLabel={text.set}
        busyLabel={text.setting}
      >
        <NewPasswordFields value={wanted} onChange={setWanted} tried={tried} />
        {code !== null && (
          <TextField
            required
            label={text.code}
            description={text.codeNeeded}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            error={problem?.about === 'code' ? problem.text : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </EntryForm>
      <EntryLinks>
        {problem?.about === 'link' && <Link to={paths.passwordReset()}>{text.askAgain}</Link>}
        <Link to={paths.login()}>{signInText.backToSignIn}</Link>
      </EntryLinks>
    </>
  )
}

/** Continues to the return address, or to the sign-in page if the platform has returned no session. */
function useFinish() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (isSignedIn: boolean) => {
    unflagPassword()
    queries.clear()
    showToast({
      tone: 'ok',
      key: 'password',
      title: text.done,
      ...(!isSignedIn && { detail: text.signInWith }),
    })
    void navigate(isSignedIn ? nextStep() : paths.login(), { replace: true })
  }
}
