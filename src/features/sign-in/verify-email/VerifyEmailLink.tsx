import { redirect, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { paths } from '@/lib/paths.ts'
import { verifyText as text } from '@/messages/sign-in/sign-up.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { afterVerification } from './after-verification.ts'
import { ownProfileQuery } from './verification.queries.ts'

/** Handles the emailed link. Errors are shown on the page that can send another email. */
export async function loader(args: LoaderFunctionArgs) {
  const { token, email } = args.params
  if (!token || !email) {
    showError(text.emailVerificationError, text.incompleteLink)
    throw redirect(paths.verifyEmailPending())
  }
  try {
    await api().entry.verifyEmail(token, email)
  } catch (error) {
    showError(text.issue, isApiError(error, 'invalid') ? text.invalidLink : errorMessage(error))
    throw redirect(paths.verifyEmailPending())
  }
  const queries = cacheOf(args)
  // Another user may have been signed in.
  queries.clear()
  showToast({ tone: 'ok', key: 'verification', title: text.verified })
  throw redirect(afterVerification(await queries.fetchQuery(ownProfileQuery()).catch(() => null)))
}

const showError = (title: string, detail: string) =>
  showToast({ tone: 'bad', key: 'verification', title, detail })

/** Never rendered: the loader always redirects. */
export const Component = () => null
