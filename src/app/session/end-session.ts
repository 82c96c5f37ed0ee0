import type { QueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { forgetData } from '@/api/query-client.ts'
import { withoutBase } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { keepReturnUrl } from '@/lib/return-url.ts'
import { errorText } from '@/messages/common/common.ts'
import { dismissAllToasts, showToast } from '@/ui/feedback/toasts.ts'
import type { SessionEnd } from './watch-session.ts'

/** The required subset of the router, so that this can be used before and without one. */
export interface Navigator {
  navigate(to: string, options?: { replace?: boolean }): unknown
  state: {
    location: { pathname: string; search: string; hash: string }
    navigation?: { location?: { pathname: string } | undefined }
  }
}

/** Ends an invalid session: deletes it and redirects to the sign-in page, which leads back afterwards. */
export function endSession(why: SessionEnd, router: Navigator, queries: QueryClient) {
  const { location, navigation } = router.state
  const { search, hash } = location
  const pathname = withoutBase(location.pathname)
  // Marked before the navigation, so that the user who signs out gets no notice of a sign-out elsewhere.
  if ([pathname, withoutBase(navigation?.location?.pathname ?? '')].includes(paths.login())) return
  api().session.signOut()
  const returnPath = safeReturnPath(`${pathname}${search}${hash}`)
  if (returnPath !== undefined) keepReturnUrl(returnPath)
  dismissAllToasts()
  if (why !== 'gone') {
    showToast({
      tone: 'bad',
      key: 'session',
      title: why === 'expired' ? errorText.tokenExpired : errorText.sessionExpired,
    })
  }
  const forget = () => forgetData(queries)
  void Promise.resolve(
    router.navigate(paths.login({ redirect: returnPath, ended: why }), { replace: true }),
  ).then(forget, forget)
}
