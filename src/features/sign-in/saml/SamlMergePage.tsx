import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { EntryActions, EntryForm, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { paths } from '@/lib/paths.ts'
import { samlText as text } from '@/messages/sign-in/single-sign-on.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { signOut } from '@/widgets/account/sign-out.ts'
import { consentMissing, finalizeProblem, mergeObstacle, samlProblemText } from './saml-problem.ts'

/** Reads the parameters from the identity provider, and the signed-in user. Without a code there is nothing to link. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const isSignedIn = sessionState(api().token.get()) === 'signed-in'
  const own = isSignedIn ? ((await api().session.whoAmI(request.signal)).email ?? '') : null
  const question = {
    code: searchParams.get('code'),
    shouldMergeWith: searchParams.get('shouldMergeWith'),
    own,
  }
  const obstacle = mergeObstacle(question)
  if (obstacle === 'code') throw redirect(paths.login())
  if (obstacle === 'email') throw redirect(paths.saml({ error: 'failed' }))
  return {
    obstacle,
    code: question.code ?? '',
    providerEmail: question.shouldMergeWith ?? '',
    own: own ?? '',
  }
}

/** Asks for consent before an account is linked with an identity, or shows why it cannot be linked. */
export function Component() {
  const { obstacle, code, providerEmail, own } = useLoaderData<typeof loader>()
  return (
    <>
      <PageTitle title={text.mergeTitle} />
      {obstacle === null && <ConsentForm code={code} email={providerEmail} />}
      {obstacle === 'login_required' && (
        <Obstacle why={text.problems.login_required}>
          <SignInFirst code={code} email={providerEmail} />
        </Obstacle>
      )}
      {obstacle === 'email_mismatch' && (
        <Obstacle why={text.problems.email_mismatch(own, providerEmail)}>
          <SignOutFirst code={code} email={providerEmail} />
        </Obstacle>
      )}
    </>
  )
}

interface IdentityProps {
  code: string
  /** The email address that the identity provider has for the user. */
  email: string
}

function Obstacle({ why, children }: { why: string; children: ReactNode }) {
  return (
    <>
      <ErrorBanner>{why}</ErrorBanner>
      <EntryActions>
        {children}
        <ButtonLink to={paths.home()}>{text.notNow}</ButtonLink>
      </EntryActions>
    </>
  )
}

/** The sign-in page, with this page as return address. */
const signInPath = ({ code, email }: IdentityProps) =>
  paths.login({ redirect: paths.samlMerge({ code, shouldMergeWith: email }) })

function SignInFirst(identity: IdentityProps) {
  return (
    <ButtonLink variant="primary" to={signInPath(identity)}>
      {text.signInFirst(identity.email)}
    </ButtonLink>
  )
}

function SignOutFirst(identity: IdentityProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (
    <Button variant="primary" onClick={() => signOut({ navigate }, queries, signInPath(identity))}>
      {text.signOutFirst}
    </Button>
  )
}

function ConsentForm({ code, email }: IdentityProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [consent, setConsent] = useState({ terms: false, keys: false })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const link = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || consentMissing(consent) !== undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      await api().entry.finishSaml(code)
    } catch (error) {
      setBusy(false)
      setProblem(samlProblemText(finalizeProblem(error, true), ''))
      return
    }
    queries.clear()
    showToast({ tone: 'ok', key: 'saml', title: text.merged })
    void navigate(nextStep(), { replace: true })
  }
  return (
    <>
      <EntryNote>{text.merge(email)}</EntryNote>
      <EntryForm
        onSubmit={(event) => void link(event)}
        problem={problem}
        busy={busy}
        submitLabel={text.mergeSubmit}
        busyLabel={text.merging}
        reason={consentMissing(consent)}
      >
        <Checkbox
          label={text.terms}
          checked={consent.terms}
          onChange={(terms) => setConsent({ ...consent, terms })}
        />
        <Checkbox
          label={text.keys}
          checked={consent.keys}
          onChange={(keys) => setConsent({ ...consent, keys })}
        />
      </EntryForm>
      <ButtonLink variant="quiet" to={paths.home()}>
        {text.notNow}
      </ButtonLink>
    </>
  )
}
