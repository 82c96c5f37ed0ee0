import { isApiError } from '@/api/errors.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { describeError } from './describe-error.ts'

/** Network error messages of browsers; the offline notice already covers them. */
const NO_NETWORK = /^(?:failed to fetch|network ?error.*|load failed)\.?$/i

/** Whether the error is only an aborted request. */
const isAbandoned = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'

const isNetworkFailure = (error: unknown) =>
  isApiError(error, 'network') || (error instanceof Error && NO_NETWORK.test(error.message))

const wasShown = (error: unknown) => isApiError(error) && error.wasShown

/** Shows an unhandled error as a toast, unless it has already been shown. */
function showUnhandledError(error: unknown) {
  if (isAbandoned(error) || isNetworkFailure(error) || wasShown(error)) return
  const { text } = describeError(error)
  showToast({ tone: 'bad', key: `stray: ${text}`, title: text })
}

/** Shows all unhandled errors and rejections. Returns a function that stops it. */
export function watchUnhandledErrors(target: Window = window): () => void {
  const onRejection = ({ reason }: PromiseRejectionEvent) => showUnhandledError(reason)
  // Browser notices, such as of a ResizeObserver loop, have no error object.
  const onError = ({ error }: ErrorEvent) => error instanceof Error && showUnhandledError(error)
  target.addEventListener('unhandledrejection', onRejection)
  target.addEventListener('error', onError)
  return () => {
    target.removeEventListener('unhandledrejection', onRejection)
    target.removeEventListener('error', onError)
  }
}
