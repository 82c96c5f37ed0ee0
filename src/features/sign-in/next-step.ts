import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { paths } from '@/lib/paths.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { keepReturnUrl, takeReturnUrl } from '@/lib/return-url.ts'

/**
 * Where somebody goes who was just signed in: to the second step when they owe it, else to where they were going; the
 * start page without such a place. `redirect` is the parameter of the page's address.
 */
export function nextStep(redirect: string | null = null): string {
  if (sessionState(api().token.get()) !== 'second-factor-pending') return takeReturnUrl(redirect)
  const wanted = safeReturnPath(redirect)
  if (wanted !== undefined) keepReturnUrl(wanted)
  return paths.twoFactor()
}
