import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { paths } from '@/lib/paths.ts'
import { unexpectedAnswerText as text } from '@/messages/sign-in/single-sign-on.ts'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { EntryForm, EntryNote } from './EntryForm.tsx'
import { nextStep } from './next-step.ts'

/** An answer of another party to a sign-in that was not started in this tab. */
export interface UnexpectedAnswer {
  /** Who is signed in; null if nobody. */
  user: string | null
  /** The query of the answer. */
  search: string
}

/** The name of the signed-in user, for a question; null if nobody is. */
export async function signedInName(signal: AbortSignal): Promise<string | null> {
  if (sessionState(api().token.get()) !== 'signed-in') return null
  try {
    return (await api().session.whoAmI(signal)).username
  } catch {
    signal.throwIfAborted()
    return text.you
  }
}

export interface UnexpectedAnswerFormProps {
  /** The other party. */
  name: string
  user: string | null
  /** Completes the sign-in. If it fails, returns the problem, or the page that shows it. */
  finish: () => Promise<{ problem: string } | { to: string } | undefined>
}

/**
 * Asks before an account is linked, or a session begins, with an answer that was not asked for in this tab: whoever made the
 * link could otherwise sign in as the user afterwards, or have the user work in an account that is not theirs.
 */
export function UnexpectedAnswerForm({ name, user, finish }: UnexpectedAnswerFormProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const proceed = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const failure = await finish()
    setBusy(false)
    if (failure === undefined) queries.clear()
    else if ('problem' in failure) return setProblem(failure.problem)
    void navigate(failure?.to ?? nextStep(), { replace: true })
  }
  return (
    <>
      <PageTitle title={user === null ? text.signInTitle(name) : text.linkTitle(name, user)} />
      <EntryNote>{user === null ? text.signInNote(name) : text.linkNote(name)}</EntryNote>
      <EntryForm
        onSubmit={(event) => void proceed(event)}
        problem={problem}
        busy={busy}
        submitLabel={user === null ? text.signIn : text.link(user)}
        busyLabel={text.busy}
      >
        {null}
      </EntryForm>
      <ButtonLink variant="quiet" to={user === null ? paths.login() : paths.home()}>
        {text.cancel}
      </ButtonLink>
    </>
  )
}
