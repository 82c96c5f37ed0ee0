import { api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { absoluteUrl } from '@/lib/base.ts'
import { noteOutsideStart, takeOutsideStart } from '@/lib/outside-start.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { keepReturnUrl } from '@/lib/return-url.ts'

/** The fully signed-in user; null if nobody is. */
const currentUser = (): number | null =>
  sessionState(api().token.get()) === 'signed-in' ? (api().session.claims()?.id ?? 0) : null

/** Notes that the user starts to sign in with an identity provider, so that its answer is expected. */
export const startSaml = (): void => {
  const user = currentUser()
  noteOutsideStart('saml', user === null ? 'sign-in' : 'link', user)
}

/** Whether the answer of another party was asked for in this tab; each start is for one answer. */
export const isExpectedAnswer = (provider: string): boolean => takeOutsideStart(provider, currentUser())

/**
 * Redirects to the sign-in page of another service. Its callback signs in a visitor; for a signed-in user, it links the account
 * and opens a new window for sensitive actions (docs/decisions/product-rules.md, 11). Then it continues to `returnTo`.
 */
export function leaveForSocial(provider: 'github' | 'google', returnTo?: string): void {
  const user = currentUser()
  noteOutsideStart(provider, user === null ? 'sign-in' : 'link', user)
  if (returnTo !== undefined) keepReturnUrl(returnTo)
  const query = new URLSearchParams({ redirect_uri: absoluteUrl(paths.socialCallback(provider)) })
  api().outside.goTo(`${api().http.apiUrl}/auth/${provider}?${query}`)
}

/** Redirects to the identity provider of an organization, which redirects back to the SAML callbacks. */
export function leaveForIdentityProvider(ssoIdentifier: string, options?: { replaces?: boolean }): void {
  const query = new URLSearchParams({ redirect_uri: absoluteUrl(paths.home()) })
  api().outside.goTo(`${api().http.apiUrl}/auth/saml/${encodedPart(ssoIdentifier)}?${query}`, options)
}
