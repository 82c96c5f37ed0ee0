import { supportText as text } from '@/messages/support.ts'

/** Who asks for support. */
export interface Asker {
  email: string | null
  isVerified: boolean
  /** An admin who signed in as this person. */
  isSomebodyElse: boolean
}

/** An organization of the person, and whether its plan includes private support. */
export interface SupportOrganization {
  id: number
  name: string
  hasSupport: boolean
}

/** Why neither a ticket nor the help centre can be opened; undefined when both can. */
export function whyNoSupport(
  { email, isVerified, isSomebodyElse }: Asker,
  organizations: readonly Pick<SupportOrganization, 'hasSupport'>[],
): string | undefined {
  if (isSomebodyElse) return text.somebodyElse
  if (email === null || email === '') return text.noEmail
  if (!isVerified) return text.unverified
  if (organizations.length === 0) return text.noOrganization
  return organizations.some(({ hasSupport }) => hasSupport) ? undefined : text.noPrivateSupport
}
