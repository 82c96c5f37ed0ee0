import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { startSaml } from '@/domain/account/social-sign-in.ts'
import { EntryForm, EntryLinks, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { paths } from '@/lib/paths.ts'
import { fieldText } from '@/messages/common/common.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { samlText as text } from '@/messages/sign-in/single-sign-on.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { samlProblemIn, samlProblemText } from './saml-problem.ts'

/** Asks for the identifier of an identity provider, and shows why the last attempt failed. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const identifier = search.get('identifier') ?? ''
  const problem = samlProblemIn(search.get('error'))
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(identifier)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const trimmed = typed.trim()
  const go = async () => {
    if (busy) return
    setTried(true)
    if (trimmed === '') return field.current?.focus()
    setBusy(true)
    try {
      startSaml()
      await navigate(paths.samlStart(trimmed))
    } finally {
      // This page stays mounted if the provider refuses and leads back here.
      setBusy(false)
    }
  }
  return (
    <>
      <PageTitle title={text.title} />
      <EntryNote>{text.intro}</EntryNote>
      {problem && <ErrorBanner>{samlProblemText(problem, identifier)}</ErrorBanner>}
      <EntryForm
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
        busy={busy}
        submitLabel={text.submit}
        busyLabel={text.submitting}
      >
        <TextField
          ref={field}
          name="identifier"
          label={text.identifier}
          description={text.identifierHint}
          autoComplete="organization"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          error={tried && trimmed === '' ? fieldText.required(text.identifier) : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      </EntryForm>
      <EntryLinks>
        <Link to={paths.login()}>{signInText.backToSignIn}</Link>
      </EntryLinks>
    </>
  )
}
