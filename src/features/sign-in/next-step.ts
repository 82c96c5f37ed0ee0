import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { paths } from '@/lib/paths.ts'
import { safeReturnPath } from '@/lib/return-path.ts'
import { keepReturnUrl, takeReturnUrl } from '@/lib/return-url.ts'

/**
 * The address to open after a sign-in: the second factor if it is pending, else the return address, else the start
 * page. `redirect` is the parameter of the page's address.
 */
export function nextStep(redirect: string | null = null): string {
  if (sessionState(api().token.get()) !== 'second-factor-pending') return takeReturnUrl(redirect)
  const returnPath = safeReturnPath(redirect)
  if (returnPath !== undefined) keepReturnUrl(returnPath)
  return paths.twoFactor()
}
