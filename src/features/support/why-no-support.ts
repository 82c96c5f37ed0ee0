import { supportText as text } from '@/messages/support/support.ts'

/** The user who asks for support. */
export interface Requester {
  email: string | null
  isVerified: boolean
  /** An administrator is signed in as this user. */
  isImpersonated: boolean
}

/** An organization of the user, and whether its plan includes private support. */
export interface SupportOrganization {
  id: number
  name: string
  hasSupport: boolean
}

/** Why the user can open neither a ticket nor the help center; undefined if they can. */
export function whyNoSupport(
  { email, isVerified, isImpersonated }: Requester,
  organizations: readonly Pick<SupportOrganization, 'hasSupport'>[],
): string | undefined {
  if (isImpersonated) return text.somebodyElse
  if (email === null || email === '') return text.noEmail
  if (!isVerified) return text.unverified
  if (organizations.length === 0) return text.noOrganization
  return organizations.some(({ hasSupport }) => hasSupport) ? undefined : text.noPrivateSupport
}
