import { redirect, type LoaderFunction, type LoaderFunctionArgs, type MiddlewareFunction } from 'react-router'
import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { cacheOf } from '@/domain/navigation/route-cache.ts'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { mustChangePassword } from '@/features/sign-in/password/forced-password.ts'
import { owesVerification } from '@/features/sign-in/verify-email/verification.queries.ts'
import { withoutBase } from '@/lib/base.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { keepReturnUrl } from '@/lib/return-url.ts'
import { paths } from '../paths.ts'

/** Keeps where the person was going, and tells it; the start page need not be kept. */
function keepWanted(request: Request): string | undefined {
  const { pathname, search, hash } = new URL(request.url)
  const wanted = safeReturnPath(`${withoutBase(pathname)}${search}${hash}`)
  if (wanted === undefined || wanted === paths.home()) return undefined
  keepReturnUrl(wanted)
  return wanted
}

/** Lets only people with a complete session pass; others sign in first and come back. */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  const state = sessionState(api().token.get())
  if (state === 'signed-in') {
    await api().lookAround()
    return
  }
  const wanted = keepWanted(request)
  if (state === 'second-factor-pending') throw redirect(paths.twoFactor())
  if (state === 'expired') api().session.signOut()
  throw redirect(paths.login({ redirect: wanted, ended: state === 'expired' ? 'expired' : undefined }))
}

/** Whoever signed in with a password that is longer than new ones may be changes it first. */
export const requireGoodPassword: MiddlewareFunction = ({ request }) => {
  if (!mustChangePassword()) return
  keepWanted(request)
  throw redirect(paths.forcedPassword())
}

/** The page of that change is for nobody else. */
export const requireForcedPassword: MiddlewareFunction = () => {
  if (!mustChangePassword()) throw redirect(paths.home())
}

async function verifyFirst({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  if (!(await owesVerification(cacheOf({ context })))) return
  keepWanted(request)
  throw redirect(paths.verifyEmailPending())
}

/** Sends people who must verify their address to do so. */
export const requireVerifiedEmail: MiddlewareFunction = async (args) => verifyFirst(args)

/**
 * The same as a loader, for the shell: its pages load meanwhile. While the platform cannot be reached the shell is shown
 * all the same, to say so; it asks again by itself.
 */
export const verifiedEmailLoader: LoaderFunction = async (args) => {
  const known = new AbortController()
  try {
    await Promise.race([verifyFirst(args), untilOffline(known.signal)])
  } finally {
    known.abort()
  }
  return null
}

function untilOffline(signal: AbortSignal): Promise<void> {
  const { connectivity } = api().http
  return new Promise((resolve) => {
    const look = () => {
      if (connectivity.state !== 'offline') return
      stop()
      resolve()
    }
    const stop = connectivity.subscribe(look)
    signal.addEventListener('abort', stop, { once: true })
    look()
  })
}

/** Sends people who are signed in away from the pages of sign-in and sign-up. */
export const requireNoSession: MiddlewareFunction = ({ request }) => {
  const state = sessionState(api().token.get())
  if (state !== 'second-factor-pending' && state !== 'signed-in') return
  throw redirect(nextStep(new URL(request.url).searchParams.get('redirect')))
}

/** The same for the page that says why a sign-in by an identity provider failed: linking an account may have failed too. */
export const requireNoSessionWithoutError: MiddlewareFunction = (args, next) => {
  if (new URL(args.request.url).searchParams.has('error')) return
  return requireNoSession(args, next)
}

/** The second step is only for those who owe it. */
export const requirePendingSecondFactor: MiddlewareFunction = () => {
  if (sessionState(api().token.get()) !== 'second-factor-pending') throw redirect(paths.home())
}
