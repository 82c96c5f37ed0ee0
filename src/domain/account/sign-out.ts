import type { QueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { forgetDrafts } from '../screen/kept-drafts.ts'
import { paths } from '@/lib/paths.ts'
import { dismissAllToasts } from '@/ui/feedback/toasts.ts'

/**
 * What the person does by choice: nothing is kept and nothing is said. Leads to `to`, the sign-in. What was read is forgotten
 * when its page has gone: before, the page would read it again, without a session.
 */
export function signOut(
  router: { navigate(to: string): unknown },
  queries: QueryClient,
  to: string = paths.login(),
) {
  forgetDrafts()
  api().session.signOut()
  dismissAllToasts()
  void Promise.resolve(router.navigate(to)).finally(() => queries.clear())
}
