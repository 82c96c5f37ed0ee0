import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '@/api/api.ts'
import { EmailField, emailProblem } from '@/features/sign-in/EmailField.tsx'
import { entryProblem } from '@/features/sign-in/entry-problem.ts'
import { EntryForm, EntryLinks, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { prefilledEmail } from '@/lib/email.ts'
import { paths } from '@/lib/paths.ts'
import { resetText as text } from '@/messages/sign-in/password-reset.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { useCaptcha } from '@/widgets/account/Captcha.tsx'

/** Requests an email with a link to set a new password. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(() => prefilledEmail(search.get('email')))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const wrong = emailProblem(email)
  const ask = async () => {
    if (busy) return
    setTried(true)
    if (wrong !== undefined) return field.current?.focus()
    if (captcha.response === null) return
    setProblem(undefined)
    setBusy(true)
    try {
      await api().entry.requestReset(email.trim(), captcha.response)
      await navigate(paths.passwordResetSent(), { state: { email: email.trim() } })
    } catch (error) {
      captcha.reset()
      setProblem(entryProblem(error, Date.now()))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <PageTitle title={text.title} />
      <EntryNote>{text.intro}</EntryNote>
      <EntryForm
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
        problem={problem}
        busy={busy}
        submitLabel={text.submit}
        busyLabel={text.submitting}
      >
        <EmailField
          ref={field}
          name="email"
          autoComplete="username"
          value={email}
          error={tried ? wrong : undefined}
          onChange={({ target }) => setEmail(target.value)}
        />
        {captcha.field(tried)}
      </EntryForm>
      <EntryLinks>
        <Link to={paths.login()}>{signInText.backToSignIn}</Link>
      </EntryLinks>
    </>
  )
}
