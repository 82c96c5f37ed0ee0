import { isApiError } from '@/api/errors.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { describeError } from './describe-error.ts'

/** How browsers word it that nothing answered; the offline notice tells the person. */
const NO_NETWORK = /^(?:failed to fetch|network ?error.*|load failed)\.?$/i

/** Whether somebody who waits for nothing any more is the only one who could be told. */
const isAbandoned = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'

const isNetworkFailure = (error: unknown) =>
  isApiError(error, 'network') || (error instanceof Error && NO_NETWORK.test(error.message))

const wasTold = (error: unknown) => isApiError(error) && error.told

/** Shows what went wrong where nobody looked after it; says nothing when the person knows already. */
export function showUnhandledError(error: unknown) {
  if (isAbandoned(error) || isNetworkFailure(error) || wasTold(error)) return
  const { text } = describeError(error)
  showToast({ tone: 'bad', key: `stray: ${text}`, title: text })
}

/** Shows every failure that no screen has a behaviour of its own for. Gives what ends the watch. */
export function watchUnhandledErrors(target: Window = window): () => void {
  const onRejection = ({ reason }: PromiseRejectionEvent) => showUnhandledError(reason)
  // A browser's own notices, as of an observer that fell behind, carry no error.
  const onError = ({ error }: ErrorEvent) => error instanceof Error && showUnhandledError(error)
  target.addEventListener('unhandledrejection', onRejection)
  target.addEventListener('error', onError)
  return () => {
    target.removeEventListener('unhandledrejection', onRejection)
    target.removeEventListener('error', onError)
  }
}
