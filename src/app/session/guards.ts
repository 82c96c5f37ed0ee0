import { redirect, type MiddlewareFunction } from 'react-router'
import { api } from '@/api/api.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { paths } from '../paths.ts'
import { keepReturnUrl, takeReturnUrl } from './return-url.ts'
import { sessionState } from './session-state.ts'

/** Lets only people with a complete session pass; others sign in first and come back (spec 1 §2). */
export const requireSession: MiddlewareFunction = ({ request }) => {
  const state = sessionState(api().token.get())
  if (state === 'signed-in') return
  const { pathname, search, hash } = new URL(request.url)
  const wanted = safeReturnPath(`${pathname}${search}${hash}`)
  if (wanted !== undefined && wanted !== paths.home()) keepReturnUrl(wanted)
  if (state === 'second-factor-pending') throw redirect(paths.twoFactor())
  if (state === 'expired') api().session.signOut()
  throw redirect(
    paths.login({
      redirect: wanted === paths.home() ? undefined : wanted,
      ended: state === 'expired' ? 'expired' : undefined,
    }),
  )
}

/** Sends people who are signed in away from the sign-in page (spec 1 §2). */
export const requireNoSession: MiddlewareFunction = ({ request }) => {
  const state = sessionState(api().token.get())
  if (state === 'second-factor-pending') throw redirect(paths.twoFactor())
  if (state === 'signed-in') throw redirect(takeReturnUrl(new URL(request.url).searchParams.get('redirect')))
}

/** The second step is only for those who owe it. */
export const requirePendingSecondFactor: MiddlewareFunction = () => {
  if (sessionState(api().token.get()) !== 'second-factor-pending') throw redirect(paths.home())
}
