import type { QueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { dismissAllToasts } from '@/ui/toasts.ts'

/** What the person does by choice: nothing is kept and nothing is said. */
export function signOut(router: { navigate(to: string): unknown }, queries: QueryClient) {
  api().session.signOut()
  queries.clear()
  dismissAllToasts()
  void router.navigate(paths.login())
}
