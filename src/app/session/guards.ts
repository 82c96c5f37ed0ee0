import { redirect, type LoaderFunction, type LoaderFunctionArgs, type MiddlewareFunction } from 'react-router'
import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { mustChangePassword } from '@/features/sign-in/password/forced-password.ts'
import { mustVerifyEmail } from '@/features/sign-in/verify-email/verification.queries.ts'
import { withoutBase } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { keepReturnUrl } from '@/lib/return-url.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'

/** Redirects to sign-in and remembers the requested page, unless it is the start page. */
function keepReturnPath(request: Request): string | undefined {
  const { pathname, search, hash } = new URL(request.url)
  const returnPath = safeReturnPath(`${withoutBase(pathname)}${search}${hash}`)
  if (returnPath === undefined || returnPath === paths.home()) return undefined
  keepReturnUrl(returnPath)
  return returnPath
}

/** Requires a complete session; others sign in first and return. */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  const state = sessionState(api().token.get())
  if (state === 'signed-in') {
    void api().detectFeatures()
    return
  }
  const returnPath = keepReturnPath(request)
  if (state === 'second-factor-pending') throw redirect(paths.twoFactor())
  if (state === 'expired') api().session.signOut()
  throw redirect(paths.login({ redirect: returnPath, ended: state === 'expired' ? 'expired' : undefined }))
}

/** Users with a password longer than now allowed must change it first. */
export const requireGoodPassword: MiddlewareFunction = ({ request }) => {
  if (!mustChangePassword()) return
  keepReturnPath(request)
  throw redirect(paths.forcedPassword())
}

/** The page for that change is only for these users. */
export const requireForcedPassword: MiddlewareFunction = () => {
  if (!mustChangePassword()) throw redirect(paths.home())
}

async function verifyFirst({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  if (!(await mustVerifyEmail(cacheOf({ context })))) return
  keepReturnPath(request)
  throw redirect(paths.verifyEmailPending())
}

/** Redirects users who must verify their email. */
export const requireVerifiedEmail: MiddlewareFunction = async (args) => verifyFirst(args)

/**
 * The same as a loader of the shell, while its pages load. If the platform cannot be reached or throttles, the shell is shown
 * anyway to report that, and the check is repeated.
 */
export const verifiedEmailLoader: LoaderFunction = async (args) => {
  const known = new AbortController()
  try {
    await Promise.race([verifyFirst(args), untilHeldUp(known.signal)])
  } finally {
    known.abort()
  }
  return null
}

/** Resolves when requests have to wait: the platform cannot be reached, or throttles. */
function untilHeldUp(signal: AbortSignal): Promise<void> {
  const { connectivity, throttling } = api().http
  return new Promise((resolve) => {
    const detection = () => {
      if (connectivity.state !== 'offline' && !throttling.isOn) return
      stop()
      resolve()
    }
    const stops = [connectivity, throttling].map((each) => each.subscribe(detection))
    const stop = () => stops.forEach((each) => each())
    signal.addEventListener('abort', stop, { once: true })
    detection()
  })
}

/** Redirects signed-in users away from sign-in and sign-up. */
export const requireNoSession: MiddlewareFunction = ({ request }) => {
  const state = sessionState(api().token.get())
  if (state !== 'second-factor-pending' && state !== 'signed-in') return
  throw redirect(nextStep(new URL(request.url).searchParams.get('redirect')))
}

/** The same for the error page of a sign-in with an identity provider, which linking an account can also lead to. */
export const requireNoSessionWithoutError: MiddlewareFunction = (args, next) => {
  if (new URL(args.request.url).searchParams.has('error')) return
  return requireNoSession(args, next)
}

/** The second step is only for users with a pending second factor. */
export const requirePendingSecondFactor: MiddlewareFunction = () => {
  if (sessionState(api().token.get()) !== 'second-factor-pending') throw redirect(paths.home())
}
