import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { sessionState } from '@/api/session-state.ts'
import { EntryForm, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { paths } from '@/lib/paths.ts'
import { verifyOtherText, verifyText as text } from '@/messages/sign-in/verify.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { afterVerification } from './after-verification.ts'
import { ownProfileQuery } from './verification.queries.ts'

/** A link for another address than that of the signed-in user: following it would sign in to another account. */
interface LinkOfAnother {
  token: string
  email: string
  username: string
}

/**
 * Handles the emailed link. Errors are shown on the page that can send another email. Asks first if the link is for another
 * address than that of the signed-in user.
 */
export async function loader(args: LoaderFunctionArgs): Promise<LinkOfAnother> {
  const { token, email } = args.params
  if (!token || !email) {
    showError(text.emailVerificationError, text.incompleteLink)
    throw redirect(paths.verifyEmailPending())
  }
  const user = await signedInUser(args.request.signal)
  if (user !== null && user.email?.toLowerCase() !== email.toLowerCase())
    return { token, email, username: user.username }
  throw redirect(await verify(cacheOf(args), token, email))
}

/** The signed-in user, as far as it is known; null if nobody is signed in. */
async function signedInUser(signal: AbortSignal): Promise<{ username: string; email: string | null } | null> {
  if (sessionState(api().token.get()) !== 'signed-in') return null
  try {
    return await api().session.whoAmI(signal)
  } catch (error) {
    signal.throwIfAborted()
    // The session has ended meanwhile.
    if (isApiError(error, 'unauthorized')) return null
    return { username: verifyOtherText.you, email: null }
  }
}

/** Verifies the address, signs in to its account, and returns the page to open. */
async function verify(queries: ReturnType<typeof cacheOf>, token: string, email: string): Promise<string> {
  try {
    await api().entry.verifyEmail(token, email)
  } catch (error) {
    showError(text.issue, isApiError(error, 'invalid') ? text.invalidLink : errorMessage(error))
    return paths.verifyEmailPending()
  }
  // Another user may have been signed in.
  queries.clear()
  showToast({ tone: 'ok', key: 'verification', title: text.verified })
  return afterVerification(await queries.fetchQuery(ownProfileQuery()).catch(() => null))
}

const showError = (title: string, detail: string) =>
  showToast({ tone: 'bad', key: 'verification', title, detail })

/** Shown only for a link of another account: otherwise the loader redirects. */
export function Component() {
  const { token, email, username } = useLoaderData<LinkOfAnother>()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const proceed = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await navigate(await verify(queries, token, email), { replace: true })
  }
  return (
    <>
      <PageTitle title={verifyOtherText.title(email)} />
      <EntryNote>{verifyOtherText.note(email, username)}</EntryNote>
      <EntryForm
        onSubmit={(event) => void proceed(event)}
        busy={busy}
        submitLabel={verifyOtherText.verify}
        busyLabel={verifyOtherText.verifying}
      >
        {null}
      </EntryForm>
      <ButtonLink variant="quiet" to={paths.home()}>
        {verifyOtherText.stay(username)}
      </ButtonLink>
    </>
  )
}
