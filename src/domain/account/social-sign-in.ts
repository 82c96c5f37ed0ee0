import { api } from '@/api/api.ts'
import { addressOf } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { keepReturnUrl } from '@/lib/return-url.ts'

/**
 * Redirects to the sign-in page of another service. Its callback signs in a visitor; for a signed-in user, it links the account
 * and opens a new window for sensitive actions (docs/decisions/product-rules.md, 11). Then it continues to `returnTo`.
 */
export function leaveForSocial(provider: 'github' | 'google', returnTo?: string): void {
  if (returnTo !== undefined) keepReturnUrl(returnTo)
  const query = new URLSearchParams({ redirect_uri: addressOf(paths.socialCallback(provider)) })
  api().outside.goTo(`${api().http.apiUrl}/auth/${provider}?${query}`)
}

/** Redirects to the identity provider of an organization, which redirects back to the SAML callbacks. */
export function leaveForIdentityProvider(ssoIdentifier: string, options?: { replaces?: boolean }): void {
  const query = new URLSearchParams({ redirect_uri: addressOf(paths.home()) })
  api().outside.goTo(`${api().http.apiUrl}/auth/saml/${encodeURIComponent(ssoIdentifier)}?${query}`, options)
}
