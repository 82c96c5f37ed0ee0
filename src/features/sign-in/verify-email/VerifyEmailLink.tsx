import { redirect, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { cacheOf } from '@/domain/navigation/route-cache.ts'
import { paths } from '@/lib/paths.ts'
import { verifyText as text } from '@/messages/sign-up.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { afterVerification } from './after-verification.ts'
import { ownProfileQuery } from './verification.queries.ts'

/** Takes up the link that was mailed. Failures are said where one can ask for another letter. */
export async function loader(args: LoaderFunctionArgs) {
  const { token, email } = args.params
  if (!token || !email) {
    sayFailed(text.emailVerificationError, text.incompleteLink)
    throw redirect(paths.verifyEmailPending())
  }
  try {
    await api().entry.verifyEmail(token, email)
  } catch (error) {
    sayFailed(text.issue, isApiError(error, 'invalid') ? text.invalidLink : errorMessage(error))
    throw redirect(paths.verifyEmailPending())
  }
  const queries = cacheOf(args)
  // It may have been somebody else who was signed in.
  queries.clear()
  showToast({ tone: 'ok', key: 'verification', title: text.verified })
  throw redirect(afterVerification(await queries.fetchQuery(ownProfileQuery()).catch(() => null)))
}

const sayFailed = (title: string, detail: string) =>
  showToast({ tone: 'bad', key: 'verification', title, detail })

/** The loader always leads on. */
export const Component = () => null
