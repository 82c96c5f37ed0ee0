import type { QueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { forgetData } from '@/api/query-client.ts'
import { forgetDrafts } from '@/domain/account/kept-drafts.ts'
import { paths } from '@/lib/paths.ts'
import { dismissAllToasts } from '@/ui/feedback/toasts.ts'

/**
 * Signs out on request: discards drafts and messages, and navigates to `to`, by default the sign-in page. The query cache is
 * cleared after the navigation.
 */
export function signOut(
  router: { navigate(to: string): unknown },
  queries: QueryClient,
  to: string = paths.login(),
) {
  forgetDrafts()
  api().session.signOut()
  dismissAllToasts()
  void Promise.resolve(router.navigate(to)).finally(() => forgetData(queries))
}
